export const services = ['hostel-checkin', 'dog-walking', 'day-care'] as const
export const petSizes = ['small', 'medium', 'large', 'giant'] as const
export const homeKinds = ['house', 'apartment', 'farm', 'other'] as const
export const policies = ['flexible', 'standard', 'moderate', 'strict'] as const

export const mostPhotos = 6
export const mostPets = 20
export const mostYears = 80
