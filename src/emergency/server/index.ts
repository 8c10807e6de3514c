export { addPlace, changePlace, checkPlace, listDeskPlaces, readDeskPlace, removePlace } from './desk.ts'
export { importPlaces } from './import.ts'
export { moveAtDesk } from './injured/moves.ts'
export { listDeskInjured } from './injured/read.ts'
