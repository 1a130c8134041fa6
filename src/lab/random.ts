/** Numbers from 0 (inclusive) to 1 that follow from a seed alone (xorshift, 32 bits). */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed | 0, 0x9e3779b9) ^ 0x6a09e667 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
