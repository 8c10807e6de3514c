export { useMyPets } from './my-pets.ts'
export { PetCard } from './PetCard.tsx'
export { PetPicture } from './PetPicture.tsx'
