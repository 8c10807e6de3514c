export const median = (measured: number[]) =>
  measured.toSorted((a, b) => a - b)[Math.floor(measured.length / 2)] ?? Number.NaN
