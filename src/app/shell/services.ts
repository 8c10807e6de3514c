import type { Role } from '#/accounts/rules.ts'
import { isBuilt } from '#/app/route-table.ts'
import type { DrawingName } from '#/kernel/web/Drawing.tsx'

export type Service = {
  name: string
  path: string
  /** One line for the services page and menu. */
  line: string
  drawing: DrawingName
  action: 'Book' | 'Open'
  /** Hidden from people in this trade. */
  hiddenFor?: Role
}

/** The services menu, in its order. */
export const services: readonly Service[] = [
  {
    name: 'Book a Pet Sitter',
    path: '/services/book-pet-sitter',
    drawing: 'pet-sitting',
    action: 'Book',
    line: 'Boarding, day care and walks with someone who lives nearby.',
  },
  {
    name: 'Find a Veterinarian',
    path: '/services/book-a-vet',
    drawing: 'veterinary-care',
    action: 'Book',
    line: 'See free times and book a visit in a minute.',
  },
  {
    name: 'Find a Trainer',
    path: '/services/book-a-trainer',
    drawing: 'pet-training',
    action: 'Book',
    line: 'From house training to agility, one to one.',
    hiddenFor: 'pet_trainer',
  },
  {
    name: 'Find a Stylist',
    path: '/services/book-a-stylist',
    drawing: 'pet-styling',
    action: 'Book',
    line: 'Baths, trims and nails, without the stress.',
    hiddenFor: 'pet_stylist',
  },
  {
    name: 'Pharmacy',
    path: '/pharmacy',
    drawing: 'pet-pharmacy',
    action: 'Open',
    line: 'Medicines, checked by a pharmacist before they ship.',
  },
  {
    name: 'Merchandise & Pet Food',
    path: '/merchandise',
    drawing: 'pet-merchandise',
    action: 'Open',
    line: 'Everyday food, beds, leads and toys.',
  },
  {
    name: 'Insurance',
    path: '/insurance',
    drawing: 'pet-insurance',
    action: 'Open',
    line: 'Compare plans in plain words.',
  },
  {
    name: 'Emergency Services',
    path: '/emergency-services',
    drawing: 'emergency',
    action: 'Open',
    line: 'Open clinics, helplines and first aid, day and night.',
  },
  {
    name: 'PawfectMatch',
    path: '/pawfectmatch',
    drawing: 'pawfect-match',
    action: 'Open',
    line: 'Find a friend for your pet to play with.',
  },
  {
    name: 'Become a Pet Parent',
    path: '/become-pet-parent',
    drawing: 'become-pet-parent',
    action: 'Open',
    line: 'Meet animals waiting for a home.',
  },
]

export function servicesFor(role: Role | undefined) {
  return services.filter((service) => !service.hiddenFor || service.hiddenFor !== role)
}

export const isSoon = ({ path }: Service): boolean => !isBuilt(path)
