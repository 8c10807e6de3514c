export function whileLocked<T>(file: string, work: () => T | Promise<T>): Promise<T>
export function isRunning(pid: number): boolean
