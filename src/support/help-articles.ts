import { refundPolicies, refundPolicyLine, refundPolicyNames } from '#/booking/refunds.ts'
import { mostWaits } from '#/booking/rules.ts'

/** A paragraph, a list (of steps when `ordered`), or a link. */
export type Block =
  | string
  | { list: readonly string[]; ordered?: boolean }
  | { to: string; label: string }
  /** An address of the site that is none of the app's pages. */
  | { href: string; label: string }

export type Article = { id: string; title: string; blocks: readonly Block[] }
export type HelpTopic = { id: string; name: string; articles: readonly Article[] }

/** The id of an article is its address: /help-support#cancel-appointment. It stays when the title changes. */
export const helpTopics: readonly HelpTopic[] = [
  {
    id: 'bookings',
    name: 'Booking a vet',
    articles: [
      {
        id: 'book-a-vet',
        title: 'How do I book a vet?',
        blocks: [
          {
            ordered: true,
            list: [
              'Open Find a Veterinarian. Narrow the list by place or by specialization, if you like.',
              'Choose a vet. The card shows where they work, what they are good at, their rating and their fee.',
              'Pick a day. Days on which the vet works stand out; holidays are marked.',
              'Pick a time. Only times that are free right now can be chosen.',
              'Say which pet it is for, what is wrong, and whether you prefer a call or email.',
              'Press Book Appointment.',
            ],
          },
          'The time is held for you from that moment. The vet gets your request and accepts or declines it; either way the bell at the top of the page and a mail tell you.',
          'Once the visit is confirmed, the vet sees your email address and the phone number in your profile. Neither is shown before.',
          { to: '/services/book-a-vet', label: 'Find a veterinarian' },
        ],
      },
      {
        id: 'fully-booked',
        title: 'What can I do when a day is fully booked?',
        blocks: [
          'Open that day in the vet’s calendar and press Tell me when a time is free. When somebody cancels or moves a visit, or the vet adds hours, the bell and a mail tell you, with a link to that day.',
          `Nothing is held for you: the time goes to whoever books first. You are told once; if it is gone again, you can ask again, for up to ${mostWaits} days at a time.`,
        ],
      },
      {
        id: 'after-booking',
        title: 'What happens after I have booked?',
        blocks: [
          'Every appointment has a status, and you find all of them under Appointments.',
          {
            list: [
              'Pending: the vet has your request and has not answered yet. The time is held for you.',
              'Confirmed: the vet has accepted. Be there at the time shown.',
              'Declined: the vet cannot see you then, and says why. The time is free again.',
              'Expired: the time passed without an answer.',
              'Completed: the visit is over.',
              'Cancelled: you or the vet called it off.',
              'No-show: the vet noted that nobody came. If that’s wrong, contest it on its card within 24 hours.',
            ],
          },
          { to: '/appointments', label: 'See my appointments' },
        ],
      },
      {
        id: 'cancel-appointment',
        title: 'How do I cancel an appointment?',
        blocks: [
          'Open Appointments, find it under Upcoming and press Cancel. We ask once whether you are sure; then the time is free for somebody else, and the vet is told.',
          'A confirmed appointment can be cancelled until it starts. A request that nobody has answered can be taken back as long as its time has not passed.',
          'Please cancel as early as you can: another animal may need the time.',
        ],
      },
      {
        id: 'change-time',
        title: 'Can I move an appointment to another time?',
        blocks: [
          'Yes: open it under Appointments and choose Reschedule, up to 24 hours before it begins and twice at most. You have the new time before the old one is given away, and what is to be charged moves along. Whether a cancellation is refunded still goes by the first time.',
          'Later than that, cancel it and book another time.',
        ],
      },
      {
        id: 'free-times',
        title: 'Why is the day or time I want not offered?',
        blocks: [
          {
            list: [
              'Visits can be booked for today and the 30 days after it.',
              'The vet may be on holiday or not working that day.',
              'Somebody else may hold the time, or the vet takes a break.',
            ],
          },
          'When somebody cancels, their time is offered again straight away, so it is worth looking twice. The arrows beside the date jump to the nearest day with a free time.',
        ],
      },
      {
        id: 'time-taken',
        title: 'I was told that the time is no longer free. Why?',
        blocks: [
          'Someone else booked it while you were filling in the form. Two people can never hold the same time of the same vet; whoever is first gets it, and the other is told at once. Nothing was booked for you. Please choose another time.',
        ],
      },
      {
        id: 'time-zones',
        title: 'Whose clock do the times follow?',
        blocks: [
          'The vet’s. Times are shown as they are on the wall of the clinic. If your own clock differs, the zone stands beside the time.',
        ],
      },
      {
        id: 'late-or-missed',
        title: 'What if I am late or cannot come?',
        blocks: [
          'The card of a coming appointment shows the clinic’s phone number, where the vet has given one. Call if you are running late.',
          'From 15 minutes after the start the vet may note that nobody came. If that’s wrong, contest it on the card of the appointment within 24 hours.',
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
          'Open your dashboard and choose Add pet. We need a name and what kind of animal it is; breed, a photo and the weight help the vet to prepare.',
          'Weight can be given in pounds or kilograms. A photo may be a JPG, PNG or WebP file of up to 5 MB; the place where it was taken is removed from it before it is stored.',
          { to: '/profile/add-pet', label: 'Add a pet' },
        ],
      },
      {
        id: 'book-without-pet',
        title: 'Can I book without adding a pet first?',
        blocks: [
          'Yes. Leave the pet picker at “No pet selected” and describe the animal in the reason for your visit.',
        ],
      },
      {
        id: 'visit-notes',
        title: 'Where do I find the vet’s notes and prescriptions?',
        blocks: [
          'Under Pet visit notes, from your dashboard. A note appears once the vet has signed it, with findings, medicines and doses, and a prescription where there is one. Signed notes can’t be changed; what the vet adds later stands below, with its date.',
          'You can print a note or save it as a PDF, share it by a link that you can revoke, and keep older papers of other clinics beside it.',
          { to: '/dashboard/pet-visit-notes', label: 'Pet visit notes' },
        ],
      },
      {
        id: 'who-sees-pets',
        title: 'Who can see my pets?',
        blocks: [
          'You see everything you entered. A vet you ask for a visit sees the pet’s name, kind, breed and photo with your request.',
          'Once the vet accepts, and until 14 days after the visit, they see what they need to care for it: age, sex, weight, allergies, conditions, medicines, temperament, vaccinations with their certificates, and your care notes. They never see the microchip number.',
          'For as long, the vet reads the visit notes that other vets have signed, too. Anyone with a link you share can read that one note, until the link ends or you revoke it.',
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
          'Choose Sign Up and give an email address and a password of at least 6 characters. A longer one is better: three or four words that only you would put together are easy to remember and hard to guess. Or sign up with your phone and a code that we text you, or with Google or Facebook, where they are offered.',
          'Everyone with an account can add pets and book. Nothing has to be paid for it.',
          { to: '/signup', label: 'Sign up' },
        ],
      },
      {
        id: 'ways-in',
        title: 'How do I change how I log in?',
        blocks: [
          'Under Edit profile you find your password, your email address, your phone, and the accounts of Google and Facebook that are linked. Add a second way, in case you lose one: a new phone number, for instance, is no way in until you have added it.',
          'Another email address holds when you have opened the link that we send to it; until then the old one stays.',
          'If you logged in a while ago, we ask “Is it you?” before any of this changes. So nobody who finds your phone unlocked takes your account. Afterwards a mail tells you what changed, and what to do if it was not you.',
          { to: '/edit-profile?section=security', label: 'Edit profile' },
        ],
      },
      {
        id: 'forgotten-password',
        title: 'I have forgotten my password',
        blocks: [
          'Ask for a link at the login. It comes by mail and works for an hour, once. When you set the new password, everyone who is logged in to your account is out.',
          'The link also lets you in when somebody else’s wrong passwords keep you out for a while. Each link of the last hour works until you use one.',
          { to: '/reset-password', label: 'Set a new password' },
        ],
      },
      {
        id: 'api-tokens',
        title: 'Can my clinic’s software use my account?',
        blocks: [
          'Yes, by an API token. Make one under Edit profile, API tokens: choose what it may do and for how long, and copy it into the software. It is shown once. Keep it like a password.',
          'Another password leaves tokens as they are, so that your software goes on working. Revoke those you no longer need in the same place. A password reset by mail ends them all.',
          { to: '/edit-profile?section=api', label: 'API tokens' },
          { href: '/api/docs', label: 'API documentation' },
        ],
      },
      {
        id: 'log-out',
        title: 'How long do I stay logged in?',
        blocks: [
          'Until you log out on this device, or have not been here for a while. On a shared computer, log out when you are done: Logout stands at the top of every page, on a phone in the menu. It logs you out in all tabs at once.',
          'Edit profile shows where else you are logged in, and logs you out there.',
        ],
      },
      {
        id: 'notifications',
        title: 'What does the bell tell me?',
        blocks: [
          'It counts what is new: a vet’s answer to your request, a cancelled visit, or, for vets, a new request. Press it to see the newest; pressing one opens the page it is about and marks it as read.',
          'Mark all read keeps the list and clears the count. Clear All empties the list. What arrives after that is shown as usual. View All Notifications shows everything, by type if you like.',
          'Which kinds the bell tells you of, and which come as emails too, you choose under Edit profile, Notifications. A single kind can also be muted in View All Notifications: choose it under Show and press Mute.',
          { to: '/edit-profile?section=notifications', label: 'Edit profile' },
        ],
      },
      {
        id: 'my-data',
        title: 'What do you know about me, and how do I have it deleted?',
        blocks: [
          'We keep what a booking needs: your email address, your name if you gave it, your pets and your appointments. There is no advertising here, and nothing is sold.',
          'Under Edit profile, Privacy & data, you download everything we hold of you, or delete your account; you have 14 days to change your mind. To have something corrected, write to us with the topic My data and privacy, from the email address of the account.',
          { to: '/edit-profile?section=data', label: 'Edit profile' },
        ],
      },
      {
        id: 'offer-services',
        title: 'I am a vet. How can owners book me?',
        blocks: [
          {
            ordered: true,
            list: [
              'Sign up, and choose Veterinary Doctor as your role.',
              'Fill in your profile: your registration and its council, what you are good at, where you work, your fee.',
              'Add a picture or PDF of your registration, and press Hand in to be checked.',
              'Set your hours under Availability. The preview shows what owners will see.',
            ],
          },
          'A person checks your registration; the bell and a mail tell you the result, with the reason if something is missing. From then on owners find you and can book your free times.',
          { to: '/profile/veterinary', label: 'My profile as a vet' },
        ],
      },
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
          'The consultation fee stands on the vet’s card and on the booking, before you book. Booking a visit in person charges nothing here: you pay at the clinic. Treatment, medicine and tests are the clinic’s to price, so ask before they begin.',
        ],
      },
      {
        id: 'pay-teleconsultation',
        title: 'When do I pay a teleconsultation?',
        blocks: [
          'You save a card or a UPI ID before you book; its number is typed at the payment service and never reaches us. Then you pay at once, or the fee is charged automatically 24 hours before the appointment. It is confirmed as soon as it is paid.',
          {
            list: [
              'If the automatic charge fails you are told, and have until 23 hours before the appointment to pay.',
              'Booked less than 24 hours ahead, it is to be paid within 15 minutes.',
              'What is not paid in time ends by itself, and nothing is charged. Money that comes in later goes back by itself.',
            ],
          },
          'If your bank takes its time, do not pay again: we wait for its answer, and you pay once at most. Receipts are under Payments.',
          { to: '/payments', label: 'Payments' },
        ],
      },
      {
        id: 'vet-absent',
        title: 'The vet did not come to our teleconsultation',
        blocks: [
          'From 15 minutes after the start you can say so on its card under Appointments. We ask the vet; without an answer in 24 hours it is cancelled, and all you paid goes back to you.',
          'If the vet noted a no-show instead, contest it on the card within 24 hours. The vet isn’t paid meanwhile, and without their answer in 24 hours you’re refunded in full.',
          'If the vet says that they were there and you disagree, write to us within 48 hours: the vet isn’t paid before then, and we can refund you.',
        ],
      },
      {
        id: 'refunds',
        title: 'What do I get back when a booking is cancelled?',
        blocks: [
          'This is about money that was paid through us. What was paid at a clinic is between you and the clinic.',
          'The provider cancels, or we do: always everything back. If you cancel a teleconsultation, you get back what the vet’s terms say. Most have the standard ones; each vet chooses one of four:',
          {
            list: refundPolicies.map(
              (policy) => `${refundPolicyNames[policy]}: ${refundPolicyLine(policy)}.`,
            ),
          },
          'With others, if you cancel:',
          {
            list: [
              'Trainers, stylists, walks and day care: everything back 24 hours or more before the start, nothing after that.',
              'Overnight stays: everything back 72 hours or more before the start. Later, half of the first seven days and all of the days after them.',
            ],
          },
          'The terms are shown before you book. What held then stays, also when the provider chooses others later, or you move the booking to another time. The exact amount is shown before you confirm that you want to cancel.',
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
          'Do not wait for an appointment or for an answer from us. Call the nearest clinic that is open, say what happened and that you are on your way.',
          {
            list: [
              'Keep the animal warm, still and away from others. Even a gentle one may bite when it is in pain.',
              'After poison: take the packet along. Do not make the animal vomit unless a vet tells you to.',
              'Heavy bleeding: press a clean cloth on it and keep pressing.',
              'Heat: shade, cool (not icy) water on paws and belly, and go.',
            ],
          },
        ],
      },
      {
        id: 'how-we-check',
        title: 'How are vets checked?',
        blocks: [
          'A vet gives us their registration, a person checks it, and only then are they listed and able to take bookings. When a vet changes their name or registration, we check it again. Until then you see what was verified before. Ratings come only from owners whose visit took place.',
        ],
      },
      {
        id: 'before-the-visit',
        title: 'How do we get to the clinic and back safely?',
        blocks: [
          {
            list: [
              'Dogs on a lead, cats and small animals in a closed carrier with something that smells of home.',
              'Tell the vet beforehand if your pet is afraid, has bitten, or could pass something on to others.',
              'Bring earlier papers: vaccinations, medicines with their doses, allergies.',
            ],
          },
        ],
      },
      {
        id: 'report-a-problem',
        title: 'Something went wrong. Whom do I tell?',
        blocks: [
          'Write to us and choose the topic Safety of an animal or a person: such messages are read first, and answered within 4 hours. Everything else is answered within 48 hours. If someone is in danger now, call the police first.',
          { to: '/contact', label: 'Contact us' },
        ],
      },
      {
        id: 'grievance',
        title: 'How do I make a formal complaint?',
        blocks: [
          'Write to us with the topic A grievance. It goes to whoever answers complaints here; where there is a grievance officer, the name stands on the contact page. You get a reference at once and an answer within 48 hours.',
          { to: '/contact', label: 'Contact us' },
        ],
      },
    ],
  },
]
