const ORIGIN = performance.timeOrigin;

/** Tells the time in milliseconds since the Unix epoch, with fractions. */
export type Clock = () => number;

/**
 * The default clock. It is anchored at the wall clock when the process starts and monotonic from
 * there on, so that two readings can always be ordered, whatever the system clock is set to meanwhile.
 */
export const anchoredClock: Clock = () => ORIGIN + performance.now();
