export function whileLocked<T>(file: string, work: () => T | Promise<T>): Promise<T>
