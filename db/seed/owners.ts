import type { Species } from '#/pets/rules.ts'

export type DemoOwner = {
  slug: string
  name: string
  phone: string
  pets: { slug: string; name: string; species: Species; breed: string; sizeLbs: number }[]
}

export const demoOwners: DemoOwner[] = [
  {
    slug: 'asha-verma',
    name: 'Asha Verma',
    phone: '+919845000101',
    pets: [
      { slug: 'bruno', name: 'Bruno', species: 'dog', breed: 'Labrador Retriever', sizeLbs: 68.3 },
      { slug: 'coco', name: 'Coco', species: 'dog', breed: 'Beagle', sizeLbs: 24.2 },
      { slug: 'simba', name: 'Simba', species: 'cat', breed: 'Indian domestic', sizeLbs: 10.4 },
    ],
  },
  {
    slug: 'ravi-kumar',
    name: 'Ravi Kumar',
    phone: '+919845000102',
    pets: [
      { slug: 'tiger', name: 'Tiger', species: 'dog', breed: 'Indie', sizeLbs: 40.1 },
      { slug: 'luna', name: 'Luna', species: 'cat', breed: 'Persian', sizeLbs: 8.8 },
      { slug: 'misty', name: 'Misty', species: 'cat', breed: 'Grey domestic', sizeLbs: 9.5 },
    ],
  },
  {
    slug: 'zoya-ali',
    name: 'Zoya Ali',
    phone: '+919845000103',
    pets: [
      { slug: 'mithu', name: 'Mithu', species: 'bird', breed: 'Rose-ringed parakeet', sizeLbs: 0.3 },
      { slug: 'snowy', name: 'Snowy', species: 'rabbit', breed: 'New Zealand White', sizeLbs: 7.7 },
    ],
  },
]
