export { ReviewsButton } from './ReviewsButton.tsx'
export { ReviewsFold } from './ReviewsFold.tsx'
