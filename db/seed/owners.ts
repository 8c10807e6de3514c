import type { Species } from '#/pets/rules.ts'

type DemoPet = {
  slug: string
  name: string
  species: Species
  breed: string
  sizeLbs: number
  /** Whether there is a drawn portrait of it; others show that of their species. */
  isDrawn?: true
}

export type DemoOwner = {
  slug: string
  name: string
  /** Where they live, and see vets. */
  city: string
  pets: DemoPet[]
}

export const demoOwners: DemoOwner[] = [
  {
    slug: 'asha-verma',
    name: 'Asha Verma',
    city: 'Bengaluru',
    pets: [
      {
        slug: 'bruno',
        name: 'Bruno',
        species: 'dog',
        breed: 'Labrador Retriever',
        sizeLbs: 68.3,
        isDrawn: true,
      },
      { slug: 'coco', name: 'Coco', species: 'dog', breed: 'Beagle', sizeLbs: 24.2, isDrawn: true },
      {
        slug: 'simba',
        name: 'Simba',
        species: 'cat',
        breed: 'Indian domestic',
        sizeLbs: 10.4,
        isDrawn: true,
      },
    ],
  },
  {
    slug: 'ravi-kumar',
    name: 'Ravi Kumar',
    city: 'Bengaluru',
    pets: [
      { slug: 'tiger', name: 'Tiger', species: 'dog', breed: 'Indie', sizeLbs: 40.1, isDrawn: true },
      { slug: 'luna', name: 'Luna', species: 'cat', breed: 'Persian', sizeLbs: 8.8, isDrawn: true },
      { slug: 'misty', name: 'Misty', species: 'cat', breed: 'Grey domestic', sizeLbs: 9.5, isDrawn: true },
    ],
  },
  {
    slug: 'zoya-ali',
    name: 'Zoya Ali',
    city: 'Bengaluru',
    pets: [
      {
        slug: 'mithu',
        name: 'Mithu',
        species: 'bird',
        breed: 'Rose-ringed parakeet',
        sizeLbs: 0.3,
        isDrawn: true,
      },
      {
        slug: 'snowy',
        name: 'Snowy',
        species: 'rabbit',
        breed: 'New Zealand White',
        sizeLbs: 7.7,
        isDrawn: true,
      },
    ],
  },
  {
    slug: 'meghna-hegde',
    name: 'Meghna Hegde',
    city: 'Bengaluru',
    pets: [{ slug: 'raja', name: 'Raja', species: 'dog', breed: 'Indian Spitz', sizeLbs: 17.6 }],
  },
  {
    slug: 'neha-kapoor',
    name: 'Neha Kapoor',
    city: 'Mumbai',
    pets: [
      { slug: 'mishti', name: 'Mishti', species: 'cat', breed: 'Indian domestic', sizeLbs: 7.9 },
      { slug: 'billu', name: 'Billu', species: 'cat', breed: 'Ginger domestic', sizeLbs: 11.2 },
    ],
  },
  {
    slug: 'farhan-merchant',
    name: 'Farhan Merchant',
    city: 'Mumbai',
    pets: [
      { slug: 'sheru', name: 'Sheru', species: 'dog', breed: 'Indie', sizeLbs: 44.5 },
      { slug: 'noor', name: 'Noor', species: 'cat', breed: 'Siamese', sizeLbs: 8.4 },
    ],
  },
  {
    slug: 'divya-raman',
    name: 'Divya Raman',
    city: 'Hyderabad',
    pets: [{ slug: 'pepper', name: 'Pepper', species: 'dog', breed: 'Cocker Spaniel', sizeLbs: 28.7 }],
  },
  {
    slug: 'joseph-mathew',
    name: 'Joseph Mathew',
    city: 'Hyderabad',
    pets: [{ slug: 'rocky', name: 'Rocky', species: 'dog', breed: 'Boxer', sizeLbs: 61.7 }],
  },
  {
    slug: 'kiran-joshi',
    name: 'Kiran Joshi',
    city: 'Pune',
    pets: [{ slug: 'rio', name: 'Rio', species: 'bird', breed: 'Alexandrine parakeet', sizeLbs: 0.6 }],
  },
  {
    slug: 'aarav-malhotra',
    name: 'Aarav Malhotra',
    city: 'New Delhi',
    pets: [{ slug: 'oscar', name: 'Oscar', species: 'dog', breed: 'Labrador Retriever', sizeLbs: 70.5 }],
  },
  {
    slug: 'sunita-das',
    name: 'Sunita Das',
    city: 'New Delhi',
    pets: [
      { slug: 'laddoo', name: 'Laddoo', species: 'dog', breed: 'Pug', sizeLbs: 18.1 },
      { slug: 'mili', name: 'Mili', species: 'cat', breed: 'Indian domestic', sizeLbs: 8.2 },
    ],
  },
]
