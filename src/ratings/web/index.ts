export { ProviderRating } from './ProviderRating.tsx'
export { ReviewList } from './ReviewList.tsx'
export { ReviewsButton } from './ReviewsButton.tsx'
export { ReviewsFold } from './ReviewsFold.tsx'
