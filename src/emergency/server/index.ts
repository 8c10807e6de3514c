export { addPlace, changePlace, checkPlace, listDeskPlaces, readDeskPlace, removePlace } from './desk.ts'
