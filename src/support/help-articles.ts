import {
  refundPolicies,
  refundPolicyLine,
  refundPolicyNames,
  stayPolicyLine,
} from '#/appointments/refunds.ts'
import { mostWaits } from '#/booking/rules.ts'
import { lowerFirst } from '#/kernel/letters.ts'

/** A list has numbered steps when `ordered`. */
export type Block =
  | string
  | { list: readonly string[]; ordered?: boolean }
  | { to: string; label: string }
  /** A URL of this site outside the app's pages. */
  | { href: string; label: string }

/** An article without `blocks` has its answer in `late-answers.ts`, which is fetched once somebody opens it or searches Help. */
export type Article = { id: string; title: string; blocks?: readonly Block[] }
export type HelpTopic = { id: string; name: string; articles: readonly Article[] }

/** An article's id is its URL: /help-support#cancel-appointment. It stays when the title changes. */
export const helpTopics: readonly HelpTopic[] = [
  {
    id: 'bookings',
    name: 'Bookings',
    articles: [
      {
        id: 'book-a-vet',
        title: 'How do I book a vet?',
        blocks: [
          {
            ordered: true,
            list: [
              'Open Find a Veterinarian. Filter the list by place or specialization if you like.',
              'Choose a vet. The card shows where they work, what they specialize in, their rating and their fee.',
              'Pick a day. Days when the vet works are highlighted, and holidays are marked.',
              'Pick a time. Only times that are free right now can be selected.',
              'Say which pet the visit is for and what’s wrong, and whether you prefer a call or an email.',
              'Press Book Appointment.',
            ],
          },
          'We then reserve the time for you. The vet gets your request and accepts or declines it. Either way, we’ll tell you in the bell at the top of the page and by email.',
          'Once the visit is confirmed, the vet sees your email address and the phone number in your profile. They can’t see either before.',
          { to: '/services/book-a-vet', label: 'Find a veterinarian' },
        ],
      },
      {
        id: 'book-a-trainer',
        title: 'How do I book a trainer?',
        blocks: [
          {
            ordered: true,
            list: [
              'Open Find Pet Trainers. Filter the list by place or specialization if you like.',
              'Choose a trainer. The card shows what they teach, whether they train online or come to your home, their rating and their hourly rate.',
              'Pick a day, then when the session starts and ends. The price follows from its length.',
              'Choose the type of session, which pet it’s for, and whether you meet in person or online.',
              'Press Book Session.',
            ],
          },
          'A session in person is confirmed at once, and you pay the trainer when you meet. A session online is confirmed as soon as it’s paid, like a teleconsultation. If the trainer comes to you, the form asks for your address. Only the trainer sees it, until 14 days after the session. If it’s cancelled, they can’t see it any more.',
          { to: '/services/book-a-trainer', label: 'Find a trainer' },
        ],
      },
      {
        id: 'book-a-stylist',
        title: 'How do I book a stylist?',
        blocks: [
          {
            ordered: true,
            list: [
              'Open Find a Stylist. Filter the list by place or service if you like.',
              'Choose a stylist. The card shows their services, their rating and their hourly rate.',
              'Pick a day and a free time.',
              'Choose your pets, as many as the stylist takes at a time, and a service for each. Mention tangles, sore skin, and whether your pet has ever bitten.',
              'Press Book Appointment.',
            ],
          },
          'The appointment is confirmed at once. The price in the form is an estimate for the whole appointment, however many pets it’s for: the stylist sets the final price when they meet your pets, and you pay there. You bring your pet, or the stylist comes to your home: the card and the form say which. If they come, the form asks for your address. Only the stylist sees it, until 14 days after the appointment. If it’s cancelled, they can’t see it any more.',
          { to: '/services/book-a-stylist', label: 'Find a stylist' },
        ],
      },
      {
        id: 'book-a-sitter',
        title: 'How do I book a pet sitter?',
        blocks: [
          {
            ordered: true,
            list: [
              'Open Book a Pet Sitter, and choose an overnight stay, walks or day care.',
              'Choose your pets, the place and the dates. Walks and day care can also repeat each week. We only show sitters who have room then.',
              'Open a sitter’s page: it shows their home, their prices, the days they’re free, and how reliably they answer.',
              'Press Send Booking Request, and say what they should know. You can ask up to five sitters at once: the first to accept gets it, and we withdraw the other requests.',
            ],
          },
          'A sitter has 24 hours to answer, and must answer at least two hours before it begins. Nothing is charged before they accept.',
          'The sitters you ask see the area and the care your pets need. Only the one who accepts sees the address and the emergency contact.',
          'If your sitter declines, doesn’t answer or cancels, the appointment’s card shows up to three others who have room then. Nobody is booked until you ask them and they accept.',
          'If your sitter ends a stay before its last day, we ask you. Agree under Appointments, or report there that they left early: you then get back what you paid for the nights left. If your sitter says that you asked for it, Support decides.',
          'Each walk or day of a repeat can be cancelled alone. Under Appointments you can also pause, resume or end the repeat.',
          { to: '/services/book-pet-sitter', label: 'Book a pet sitter' },
        ],
      },
      {
        id: 'meet-a-sitter',
        title: 'Can I meet a sitter before I book?',
        blocks: [
          'Yes, for free. Press Meet & greet on a sitter’s page, suggest up to three times, and say where: in a public place, at your home or theirs, by phone or by video. They accept one, suggest others, or decline.',
          'Homes, phone numbers and links are shown only once you have agreed on a time, and no longer after the meeting is over or cancelled. A meeting books nothing: send a booking request when you’re sure.',
          { to: '/services/book-pet-sitter', label: 'Find a pet sitter' },
        ],
      },
      {
        id: 'visit-card',
        title: 'What is a visit card?',
        blocks: [
          'Sitters note each walk, day of day care and day of a stay on a visit card. We tell you when they start. While it lasts, taps and photos appear on the card as they arrive. When they send the card, you get the note and the route too, and we notify you. If a visit hasn’t started 15 minutes after its time, we tell you.',
          'Sitters open the card under Appointments: Start visit, a tap for pee, poo, food, water or medicine, photos and a note, then Stop and Send. It works without network once it’s open. What you note is kept on your phone and sent later, and the card shows both times.',
          'A walker can record the route while the page is open. Only the owner and the walker see it, after the walk. We delete it after 30 days, and the walker can remove it at any time.',
        ],
      },
      {
        id: 'fully-booked',
        title: 'What can I do when a day is fully booked?',
        blocks: [
          'Open that day in the provider’s calendar and press Tell me when a time is free. When someone cancels or reschedules, or the provider adds hours, we’ll tell you in the bell and by email, with a link to that day.',
          `The time isn’t reserved for you: the first person to book gets it. We’ll tell you once for each request. If the time is gone again, ask again. You can wait for up to ${mostWaits} days at a time.`,
        ],
      },
      {
        id: 'after-booking',
        title: 'What happens after I have booked?',
        blocks: [
          'Every appointment has a status. You’ll find all of them under Appointments.',
          {
            list: [
              'Pending: your request hasn’t been answered, or the appointment hasn’t been paid yet. The time is reserved for you.',
              'Confirmed: the provider expects you. Please be there at the time shown.',
              'Declined: the provider can’t see you then, and says why. Others can book the time again.',
              'Expired: the time passed without an answer, or the appointment wasn’t paid.',
              'Completed: the appointment is over.',
              'Cancelled: you, the provider or Support cancelled it.',
              'No-show: the provider noted that nobody came. If that’s wrong, contest it on the appointment’s card within 24 hours.',
            ],
          },
          { to: '/appointments', label: 'See my appointments' },
        ],
      },
      {
        id: 'cancel-appointment',
        title: 'How do I cancel an appointment?',
        blocks: [
          'Open Appointments, find the appointment under Upcoming and press Cancel. After you confirm, we’ll tell the provider, and others can book the time. It works the same for vets, trainers and stylists.',
          'You can cancel a confirmed appointment until it starts. You can withdraw an unanswered request until its time has passed.',
        ],
      },
      {
        id: 'change-time',
        title: 'Can I move an appointment to another time?',
        blocks: [
          'Yes: open it under Appointments and choose Reschedule, up to 24 hours before it begins and at most twice. You keep the old time until the new one is yours, and an upcoming charge moves with it. The refund for a cancellation still depends on the first time.',
          'After that, cancel it and book again.',
          'A vet, trainer or stylist may propose another time, up to three times for one appointment. We’ll tell you, and you take the new time or keep the old one on the appointment’s card, within 24 hours or until 2 hours before the earlier of the two. Both times are held for you until then; without an answer, the old one stands. It doesn’t count as one of your own two changes, and if you cancel, the later of the two times decides your refund.',
          'A pet sitter agrees to each time: we ask them, and until they agree, your walk or day care stays as booked. Length and price stay. They may propose another time as well, up to three times, and you agree or keep the old one. Stays can’t be moved; cancel them and ask again.',
        ],
      },
      {
        id: 'free-times',
        title: 'Why can’t I choose the day or time I want?',
        blocks: [
          {
            list: [
              'You can book for today and the next 30 days.',
              'The provider may be on holiday or not working that day.',
              'Someone else may have booked the time, or the provider may be on a break.',
            ],
          },
          'When someone cancels, their time can be booked again at once, so it’s worth checking back. The arrows beside the date take you to the nearest day with a free time.',
        ],
      },
      {
        id: 'time-taken',
        title: 'Why am I told that the time is no longer free?',
        blocks: [
          'Someone else booked it while you were filling in the form. Nothing was booked for you. Please choose another time.',
        ],
      },
      {
        id: 'time-zones',
        title: 'Which time zone are the times in?',
        blocks: [
          'The provider’s. Times are shown as they are where you meet. If your own clock differs, we show the time zone beside the time.',
        ],
      },
      {
        id: 'late-or-missed',
        title: 'What if I’m late or can’t come?',
        blocks: [
          'If you’re running late, please tell the provider from the appointment’s card: you can message them there, and call if the card shows a phone number.',
          'From 15 minutes after the start, the provider can note that nobody came. If that’s wrong, contest it on the appointment’s card within 24 hours.',
          { to: '/appointments', label: 'See my appointments' },
        ],
      },
    ],
  },
  {
    id: 'pets',
    name: 'Your pets',
    articles: [
      {
        id: 'add-pet',
        title: 'How do I add a pet?',
        blocks: [
          'Choose Add pet on your dashboard. We need a name and the kind of animal. Its breed, weight and a photo help providers prepare.',
          'You can enter the weight in pounds or kilograms. A photo can be a JPG, PNG, WebP or HEIC file, as your phone took it. We make it smaller before it’s sent, and don’t keep the place where it was taken.',
          { to: '/profile/add-pet', label: 'Add a pet' },
        ],
      },
      {
        id: 'book-without-pet',
        title: 'Can I book without adding a pet first?',
        blocks: [
          'With vets and trainers, yes. Leave the pet at “No pet selected”, and describe the animal in the reason for your visit.',
        ],
      },
      {
        id: 'visit-notes',
        title: 'Where do I find visit notes and prescriptions?',
        blocks: [
          'Open Pet visit notes from your dashboard. A note appears once the vet, trainer or stylist has signed it: a vet’s has findings, medicines and doses, and a prescription if there is one. Signed notes can’t be changed. Later additions appear below, with their date.',
          'You can print a note or save it as a PDF, share it with a link that you can revoke, and keep older papers from other clinics beside it.',
          { to: '/dashboard/pet-visit-notes', label: 'Pet visit notes' },
        ],
      },
      {
        id: 'to-do',
        title: 'What is the to-do list for?',
        blocks: [
          'It tells you what your pets need today: walks, medicine, grooming, or anything you add. A task can repeat, and we can remind you. Tick it when it’s done; the list keeps who did it and when.',
          'Vaccinations, follow-ups from visit notes and courses of medicine are added automatically, and removed with their record.',
          { to: '/todo', label: 'To-Do' },
        ],
      },
      {
        id: 'who-sees-pets',
        title: 'Who can see my pets?',
        blocks: [
          'You see everything you entered. When you send a booking request to a vet, trainer, stylist or sitter, they see the pet’s name, kind, breed and photo with your request.',
          'Once they accept, and until 14 days after the booking ends, they see what they need to care for your pet: age, sex, weight, allergies, conditions, medicines, temperament, vaccinations with their certificates, and your care notes. They never see the microchip number.',
          'During that time, they can also read the pet’s signed visit notes and those you added. Anyone with a link you share can read that one note, until the link expires or you revoke it.',
        ],
      },
    ],
  },
  {
    id: 'shop',
    name: 'Shop and pharmacy',
    articles: [
      { id: 'cancel-order', title: 'How do I cancel or return an order?' },
      { id: 'missing-parcel', title: 'What if my parcel doesn’t arrive?' },
      { id: 'order-price', title: 'What do delivery and cash on delivery cost?' },
      { id: 'order-medicine', title: 'How do I order a medicine on prescription?' },
      { id: 'autoship', title: 'How does an autoship work?' },
      { id: 'sell', title: 'How do I sell in the shop?' },
    ],
  },
  {
    id: 'lost-and-found',
    name: 'Lost and found pets',
    articles: [
      {
        id: 'lost-pet',
        title: 'My pet is lost. What do I do?',
        blocks: [
          {
            ordered: true,
            list: [
              'Report it at once. A photo, the place and the time are enough to begin with, and you can add the rest later.',
              'Press Share to send the report’s page to people nearby, and Flyer to print for a sheet with its photo and a code to scan.',
              'Look at Is it one of these? on your report, and answer what people write. We notify you about comments, sightings and messages.',
              'Press My pet is home when it’s over. Everyone who follows the report hears the good news.',
            ],
          },
          'Somebody says they have your pet? Ask for its secret mark before you go or pay. Nobody needs a code from your phone, or money in advance.',
          { to: '/pet-reports/create', label: 'Report a pet' },
        ],
      },
      {
        id: 'found-pet',
        title: 'I found a pet. What do I do?',
        blocks: [
          'If it’s hurt, call for help first. Otherwise report it as found with a photo: we compare it with the lost pets, and show you and their owners matches.',
          'Keep one detail secret, such as a scar or the collar’s colour, and ask for it when somebody says the pet is theirs. Any vet can read a microchip.',
          { to: '/pet-reports/create?status=found', label: 'Report a found pet' },
          { to: '/emergency-services', label: 'Numbers to call for a hurt animal' },
        ],
      },
      {
        id: 'report-privacy',
        title: 'What do others see of my report?',
        blocks: [
          'Anyone can see the photos, the description, the area and a place on the map that’s rounded to about 300 metres, or to about a kilometre if you typed the area only. Only you see the exact place, the microchip number and the secret mark.',
          'People with a confirmed email address or phone see your phone number if you allow it. Everyone who is logged in can write to you without it, and you can block and report anyone who bothers you.',
        ],
      },
      {
        id: 'alerts',
        title: 'How do I hear about pets that are lost near me?',
        blocks: [
          'Open Pet reports, choose your location and turn on Alerts near you. You hear at once about pets lost nearby, and each evening about those farther away. You can leave out kinds of animals, or turn alerts off.',
          { to: '/pet-reports', label: 'Pet reports' },
        ],
      },
    ],
  },
  {
    id: 'account',
    name: 'Your account',
    articles: [
      {
        id: 'sign-up',
        title: 'How do I get an account?',
        blocks: [
          'Choose Sign Up and enter an email address and a password of at least 6 characters. Three or four words that only you would put together are easy to remember and hard to guess. You can also sign up with your phone and a code that we text you, or with Google or Facebook, where they’re offered.',
          'Everyone with an account can add pets and book. An account is free.',
          { to: '/signup', label: 'Sign up' },
        ],
      },
      {
        id: 'ways-in',
        title: 'How do I change how I log in?',
        blocks: [
          'Under Edit profile you’ll find your password, your email address, your phone, and the Google and Facebook accounts you’ve linked. Add a second way to log in, in case you lose one. If you get a new phone number, you can log in with it only after you’ve added it.',
          'A new email address takes effect when you open the link that we send to it. Until then, the old one stays.',
          'If you logged in a while ago, we ask “Is it you?” before any of this changes, so that nobody who finds your phone unlocked can take over your account. We then email you what changed, and what to do if it wasn’t you.',
          { to: '/edit-profile?section=security', label: 'Edit profile' },
        ],
      },
      {
        id: 'forgotten-password',
        title: 'What if I forget my password?',
        blocks: [
          'Ask for a link on the login page. We’ll email it to you. It works once, for an hour. Setting the new password logs everyone out of your account.',
          'The link also lets you in when someone else’s wrong passwords lock you out for a while. Each link from the last hour works until you use one.',
          { to: '/reset-password', label: 'Set a new password' },
        ],
      },
      { id: 'api-tokens', title: 'Can my own software use my account?' },
      {
        id: 'log-out',
        title: 'How long do I stay logged in?',
        blocks: [
          'Until you log out on this device, or haven’t been here for a while. On a shared computer, log out when you’re done: Logout is at the top of every page, or in the menu on a phone. It logs you out in all tabs at once.',
          'Edit profile shows where else you’re logged in, and lets you log out there.',
        ],
      },
      {
        id: 'notifications',
        title: 'What does the bell show me?',
        blocks: [
          'It counts what’s new: an answer to your request, a cancelled appointment, or, for providers, a new request. Press it to see the newest. Pressing one opens its page and marks it as read.',
          'Mark all read keeps the list and resets the count. Clear All empties the list. What arrives later appears as usual. View All Notifications shows everything, by type if you like.',
          'You choose under Edit profile, Notifications, what the bell shows and what you also get by email. You can mute a single kind in View All Notifications too: choose it under Show and press Mute.',
          { to: '/edit-profile?section=notifications', label: 'Edit profile' },
        ],
      },
      {
        id: 'my-data',
        title: 'What do you know about me, and how can I have it deleted?',
        blocks: [
          'We keep what a booking needs: your email address, your name if you gave it, your pets and your appointments. We show no advertising and sell nothing about you.',
          'Under Edit profile, Privacy & data, you can download everything we hold about you, or delete your account. You have 14 days to change your mind. If we still owe you money, we’ll delete your account once it’s paid. To have something corrected, write to us with the topic My data and privacy, from your account’s email address.',
          { to: '/edit-profile?section=data', label: 'Edit profile' },
        ],
      },
      { id: 'offer-services', title: 'I’m a vet, trainer, stylist or sitter. How can owners book me?' },
    ],
  },
  {
    id: 'money',
    name: 'Fees and refunds',
    articles: [
      {
        id: 'fees',
        title: 'What does a visit cost, and when do I pay?',
        blocks: [
          'The price is on the provider’s card and on the booking form, before you book. We charge nothing for an appointment in person with a vet, trainer or stylist: you pay there. A stylist’s price is an estimate, which they set when they meet your pets. A clinic sets the prices of treatment, medicine and tests, so ask before they begin. Sessions from a package are already paid for. You pay pet sitters through us once they’ve accepted.',
        ],
      },
      { id: 'pay-teleconsultation', title: 'When do I pay for a teleconsultation or an online session?' },
      { id: 'packages', title: 'How do packages of training sessions work?' },
      {
        id: 'provider-absent',
        title: 'What if the provider didn’t come?',
        blocks: [
          'From 15 minutes after the start, you can report it on the appointment’s card under Appointments. This works for online and in-person appointments. We ask them. If they don’t answer within 24 hours, we cancel the appointment and refund in full what you paid through us.',
          'If they reported that you didn’t come, contest it on the card within 24 hours. If you paid through us, we don’t pay them meanwhile, and refund you in full if they don’t answer within 24 hours.',
          'If they say that they were there and you disagree, write to us within 48 hours. If you paid through us, we don’t pay them before then, and we can refund you.',
        ],
      },
      {
        id: 'refunds',
        title: 'What do I get back when a booking is cancelled?',
        blocks: [
          'This is about money that you paid through us. Money you paid a provider directly is between the two of you.',
          'If the provider cancels, or we do, you always get a full refund; of a stay that has begun, one for the nights left. If you cancel a teleconsultation or an online session, your refund depends on the terms of the vet or trainer. Each chooses one of four, and most choose the standard one:',
          {
            list: refundPolicies.map(
              (policy) => `${refundPolicyNames[policy]}: ${refundPolicyLine(policy)}.`,
            ),
          },
          'If you cancel with a sitter:',
          {
            list: [
              'Walks and day care: by the sitter’s terms, which are one of the four above.',
              ...refundPolicies.map(
                (policy) =>
                  `Overnight stays, ${refundPolicyNames[policy].toLowerCase()} terms: ${lowerFirst(stayPolicyLine(policy))}.`,
              ),
            ],
          },
          'We show the terms before you book. They stay the same for your booking, even if the provider changes their terms later or you move the booking to another time. We show the exact amount before you confirm a cancellation.',
        ],
      },
    ],
  },
  {
    id: 'safety',
    name: 'Safety and trust',
    articles: [
      {
        id: 'emergency',
        title: 'My pet needs help right now',
        blocks: [
          'Don’t wait for an appointment or for our answer. Call the nearest clinic that’s open, say what happened and that you’re on your way.',
          {
            list: [
              'Keep the animal warm, still and away from others. Even a gentle one may bite when it is in pain.',
              'Poison: take the packet with you. Don’t make the animal vomit unless a vet tells you to.',
              'Heavy bleeding: press a clean cloth on it and keep pressing.',
              'Heat: bring the animal into the shade, put cool (not icy) water on its paws and belly, and go.',
            ],
          },
          { to: '/emergency-services', label: 'Numbers to call, and first aid step by step' },
        ],
      },
      {
        id: 'how-we-check',
        title: 'How are providers checked?',
        blocks: [
          'Vets send us their registration and a person checks it. Only then do we list them and let them take bookings.',
          'Trainers, stylists and sitters are listed once their profile is complete and they’ve confirmed their email or phone, unless this site asks for a check first. The Verified badge means that a person has checked their profile and the certificates or proof they sent. It’s no guarantee of results.',
          'When a verified provider changes what we checked, such as their name or registration, we check again, and show the verified details until then. Only owners whose appointment took place can rate a provider.',
        ],
      },
      {
        id: 'before-the-visit',
        title: 'How do we travel to the clinic safely?',
        blocks: [
          {
            list: [
              'Keep dogs on a lead, and cats and small animals in a closed carrier with something that smells of home.',
              'Tell the vet beforehand if your pet is afraid, has bitten, or could pass something on to others.',
              'Bring earlier papers: vaccinations, medicines with their doses, and allergies.',
            ],
          },
        ],
      },
      {
        id: 'report-a-problem',
        title: 'Something went wrong. Who should I tell?',
        blocks: [
          'Write to us and choose the topic Safety of an animal or a person. We read those messages first and answer within 4 hours. We answer everything else within 48 hours. If someone is in danger now, call the police first.',
          'If a provider’s profile seems wrong or someone behaved badly, you can also report them: press the flag on their page or card, or Report on your booking with them. We’ll tell you the outcome, but won’t tell them who reported it.',
          { to: '/contact', label: 'Contact us' },
        ],
      },
      {
        id: 'grievance',
        title: 'How do I make a formal complaint?',
        blocks: [
          'Write to us with the topic A grievance. It goes to the person who handles complaints here. If there is a grievance officer, their name is on the contact page. You get a reference at once and an answer within 48 hours.',
          { to: '/contact', label: 'Contact us' },
        ],
      },
    ],
  },
]
