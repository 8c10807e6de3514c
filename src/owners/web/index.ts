export { owners } from './owners.ts'
