export { changeText } from './appointments/history-words.ts'
export { StatusChip } from './appointments/StatusChip.tsx'
export { statusText } from './appointments/words.ts'
