/** Runs jobs side by side, so many at once, and gives back their results in order. */
export async function many<T>(jobs: readonly (() => Promise<T>)[], atOnce: number): Promise<readonly T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < jobs.length; index = next++) {
      const job = jobs[index];
      if (job !== undefined) results[index] = await job();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, work));
  return results;
}
