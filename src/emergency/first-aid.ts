import type { Source } from './sources.ts'

export type FirstAidCard = {
  id: string
  title: string
  signs: string
  steps: readonly string[]
  avoid: readonly string[]
  /** Tells how soon a vet must see the animal. */
  vet: string
  sources: readonly Source[]
}

const pdsa = (title: string, page: string, published: string | null): Source => ({
  by: 'PDSA, written by its vets and vet nurses',
  title,
  url: `https://www.pdsa.org.uk/pet-help-and-advice/pet-health-hub/${page}`,
  published,
})

const afterAvma: Source = {
  by: 'Dr. Gail Cutler in The Desert Sun, after the American Veterinary Medical Association',
  title: 'First aid tips every pet owner should know',
  url: 'https://www.desertsun.com/story/life/2016/01/25/coachella-valley-veterinarian-pet-first-aid-tips/79326526/',
  published: '25 January 2016',
}

/** First aid until a vet takes over, in our words, from the named sources. */
export const firstAidCards: readonly FirstAidCard[] = [
  {
    id: 'bleeding',
    title: 'Bleeding',
    signs: 'Blood that runs, spurts or soaks through a cloth.',
    steps: [
      'Press a clean cloth firmly on the wound.',
      'Keep pressing. If blood comes through, put another cloth on top and leave the first one where it is.',
      'Keep your pet lying still while somebody calls the vet.',
      'Carry your pet, and don’t touch the wound on the way.',
    ],
    avoid: [
      'Don’t lift the cloth to look: that opens the wound again.',
      'Don’t tie anything tightly around a leg.',
    ],
    vet: 'Call at once if the bleeding doesn’t stop. Also call if your pet is weak, cold, short of breath or has pale gums or a swollen belly: it may be bleeding inside.',
    sources: [
      pdsa('First aid for bleeding', 'medications/first-aid-for-bleeding', 'March 2020'),
      {
        by: 'Knoxville Pet Emergency Clinic',
        title: 'First aid and transportation',
        url: 'https://knoxvillepetemergency.com/first-aid-transportation/',
        published: null,
      },
    ],
  },
  {
    id: 'choking',
    title: 'Choking',
    signs:
      'Your pet struggles to breathe in, paws at its mouth, or its gums turn blue. A pet that coughs still gets air.',
    steps: [
      'Look into the mouth. If you can see the object, pull it out with tweezers or pliers.',
      'If you can’t, lay your pet on its side. Put both hands flat on the ribs and push quickly and firmly three or four times.',
      'Look again, and repeat until the object comes out.',
      'If your pet is unconscious, open the mouth and sweep a finger across the back of the throat.',
    ],
    avoid: [
      'Don’t put your fingers into the mouth of a pet that’s awake: it will bite.',
      'Don’t push the object further in.',
    ],
    vet: 'Go now if it doesn’t come out. If it does, still let a vet look at your pet today.',
    sources: [
      pdsa('First aid for choking', 'other-veterinary-advice/first-aid-for-choking', null),
      afterAvma,
    ],
  },
  {
    id: 'heat-stroke',
    title: 'Heat stroke',
    signs:
      'Heavy panting, drooling, very red or pale gums, staggering, vomiting or collapse, in heat or after exercise.',
    steps: [
      'Cool first, then travel. Take your pet into the shade, and turn on a fan or the air conditioning.',
      'Pour tap water over the whole body. Any water that’s cooler than your pet helps.',
      'Keep the air moving over the wet coat, and keep pouring.',
      'Offer small sips of water.',
      'Call the vet while you cool, and go on cooling in the car.',
    ],
    avoid: ['Don’t use ice.', 'Don’t force your pet to drink.', 'Don’t wait to see whether it passes.'],
    vet: 'Go as soon as cooling has begun, even if your pet seems better: organs can fail hours later.',
    sources: [
      pdsa('First aid for heatstroke', 'other-veterinary-advice/first-aid-for-heatstroke', 'March 2020'),
      {
        by: 'Royal Veterinary College, through Pets As Therapy',
        title: 'How to aid a dog with heatstroke',
        url: 'https://petsastherapy.org/news-and-events/article/how-to-help-a-dog-with-heatstroke',
        published: '6 September 2023',
      },
    ],
  },
  {
    id: 'seizure',
    title: 'Seizure',
    signs: 'Your pet falls over, shakes or paddles its legs, and doesn’t know you.',
    steps: [
      'Look at the clock: how long it lasts matters most.',
      'Move furniture and cables away, and keep children and other pets out.',
      'Turn off lights and sounds. Don’t cover your pet: it can overheat.',
      'Film it if you can. The video helps the vet.',
      'When it’s over, let your pet rest somewhere quiet, and speak softly.',
    ],
    avoid: ['Don’t hold your pet down.', 'Don’t put anything into its mouth, not even your fingers.'],
    vet: 'Call at once if it lasts longer than five minutes, or if there’s a second one within 24 hours. After a short one, call when it’s over.',
    sources: [
      pdsa(
        'First aid for fits/seizures in pets',
        'other-veterinary-advice/first-aid-for-fitsseizures-in-pets',
        'March 2020',
      ),
      afterAvma,
    ],
  },
  {
    id: 'snake-bite',
    title: 'Snake bite',
    signs:
      'Sudden weakness, shaking, vomiting, wide pupils, swelling or two small wounds. Often there’s nothing to see at first.',
    steps: [
      'Move away from the snake.',
      'Keep your pet as still as you can. Carry it: walking spreads the venom.',
      'Call clinics before you go, and ask which one has antivenom.',
      'Go at once, without waiting for signs.',
      'Remember what the snake looked like. Take a photo only from a safe distance.',
    ],
    avoid: [
      'Don’t tie off the leg, cut the bite, suck it or wash it.',
      'Don’t try to catch or kill the snake.',
    ],
    vet: 'Go now. Pets that are treated early have the best chance.',
    sources: [
      {
        by: 'Dr. Christine Rutter, Texas A&M University',
        title: 'Close encounters of the venomous kind: keeping pets safe during snake season',
        url: 'https://sciencesources.eurekalert.org/news-releases/1090814',
        published: '10 July 2025',
      },
      {
        by: 'RSPCA New South Wales',
        title: 'Snake bites and pets',
        url: 'https://www.rspcansw.org.au/what-we-do/care-for-animals/pet-hazards/snake-bites-and-pets/',
        published: null,
      },
      {
        by: 'Hobart Animal Hospital',
        title: 'My pet has been bitten by a snake, what should I do?',
        url: 'https://hobartanimalhospital.com.au/snake-bites-and-your-pet-my-pet-has-been-bitten-by-a-snake-what-should-i-do',
        published: null,
      },
    ],
  },
  {
    id: 'burns',
    title: 'Burns',
    signs:
      'Red, wet or leathery skin, or hair that comes off, after heat, firecrackers, hot liquid, chemicals or electricity.',
    steps: [
      'Take your pet away from what burnt it. Turn off the power before you touch a pet that bit a cable.',
      'Cool the burn with running water, cool but not cold, for 10 to 20 minutes. Wash chemicals off the same way, with gloves.',
      'Keep the rest of the body warm with a blanket that doesn’t touch the burn.',
      'Lay cling film loosely over the burn for the way.',
    ],
    avoid: [
      'Don’t use ice.',
      'Don’t put cream, oil or toothpaste on it.',
      'Don’t pull off what sticks to the skin.',
    ],
    vet: 'Every burn needs a vet, also a small one. Go now if it’s large, near the eyes, or from chemicals or electricity.',
    sources: [
      pdsa('First aid for burns', 'medications/first-aid-for-burns', 'March 2020'),
      {
        by: 'Vets Now',
        title: 'First aid for pet burns',
        url: 'https://www.vets-now.com/pet-care-advice/how-to-first-aid-for-pet-burns/',
        published: null,
      },
      {
        by: 'Greencross Vets',
        title: 'Burns',
        url: 'https://greencrossvets.com.au/pet-library/articles-of-interest/burns',
        published: null,
      },
    ],
  },
  {
    id: 'road-accident',
    title: 'Road accident',
    signs: 'Your pet was hit, or comes home limping, scraped or breathing badly.',
    steps: [
      'Look out for traffic before you help.',
      'Cover your pet’s head lightly, or loop a bandage around its nose. Leave the nose free if it has trouble breathing.',
      'Press a clean cloth on any wound that bleeds.',
      'Slide your pet onto a board or a blanket, with its back straight, and carry it like that. A cat travels in a box.',
      'Keep it warm, and tell the clinic that you’re coming.',
    ],
    avoid: ['Don’t give food, water or medicine.', 'Don’t straighten a broken leg.'],
    vet: 'Go now, even if your pet walks and seems fine: injuries inside don’t show.',
    sources: [
      pdsa('Road traffic accidents (RTA)', 'conditions/road-traffic-accidents-rta', null),
      {
        by: 'PDSA',
        title: 'First aid',
        url: 'https://www.pdsa.org.uk/vet-services/first-aid',
        published: null,
      },
      afterAvma,
    ],
  },
  {
    id: 'bloat',
    title: 'Bloat',
    signs:
      'A dog that retches and brings nothing up, drools, can’t settle, and has a belly that’s suddenly big and tight.',
    steps: [
      'Call a clinic that can operate, and say “bloat”.',
      'Go at once. Nothing at home helps.',
      'Let your dog lie as it likes, and keep it calm in the car.',
    ],
    avoid: [
      'Don’t give food, water or medicine.',
      'Don’t press or rub the belly.',
      'Don’t wait for the next morning.',
    ],
    vet: 'Go now. The stomach may have twisted, and a dog can die of it within hours. Large dogs with deep chests are most at risk.',
    sources: [
      {
        by: 'University of Missouri, Veterinary Health Center',
        title: 'Recognizing a medical emergency in small animals',
        url: 'https://vhc.missouri.edu/veterinary-health-center-kansas-city/recognizing-a-medical-emergency-in-small-animals/',
        published: null,
      },
      {
        by: 'Dr. Leo Londono, Hollywood Animal Hospital',
        title: 'Canine bloat',
        url: 'https://hollywoodanimalhospital.blogspot.com/2013/10/canine-bloat.html',
        published: '24 October 2013',
      },
    ],
  },
]
