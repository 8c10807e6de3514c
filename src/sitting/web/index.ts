export { DeskCards } from './card/DeskCards.tsx'
