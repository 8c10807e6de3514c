export { useMyPets } from './my-pets.ts'
export { PetCard } from './PetCard.tsx'
export { PetCareView } from './PetCareView.tsx'
export { PetPicture } from './PetPicture.tsx'
