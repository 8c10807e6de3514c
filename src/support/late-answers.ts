import {
  extraDays,
  minutesToPayPackage,
  reminderDays,
  returnDays,
  sessionBackHours,
} from '#/packages/limits.ts'
import type { Article, Block } from './help-articles.ts'

/**
 * Answers by the article's id. They aren't part of the page's first load. Support can't import the shop's rules, so `help-claims.test.ts` in
 * the app compares the numbers.
 */
export const lateAnswers: Readonly<Record<string, readonly Block[]>> = {
  'cancel-order': [
    'Open the order under My orders. You can cancel what the seller hasn’t packed yet, or hasn’t sent within 3 days after packing it. What you paid goes back to where it came from. Once an order from several sellers is placed, you can cancel each seller’s part.',
    'Within 7 days after the delivery, you can return what you haven’t opened, or what is damaged or wrong: all of a parcel, or some of it. A medicine can only be returned if it is damaged or wrong, within 72 hours, with a photo. Before you send your request, you see what comes back: what you paid for these goods. If a whole parcel goes back because it was damaged or wrong, its delivery comes back too.',
    'You’ll see the seller’s answer on the order’s page; after 7 days without an answer, the return is approved automatically. Until it’s on its way, you can take your request back. The page says where to send the goods. We refund you once they’re back, or at once if the seller doesn’t want them; if you paid in cash, the seller does.',
    { to: '/my-orders', label: 'My orders' },
  ],
  'missing-parcel': [
    'The order’s page says on which days your parcel should arrive, counted from when the seller gets your order: once it’s paid, and approved if it needs a prescription.',
    'A seller has 14 days to pack your order, and 14 more to send it. After that, we cancel it and refund you.',
    'Once a parcel has arrived, you can say so on the order’s page. If it doesn’t come, or is marked as delivered but isn’t there, press “It never arrived” there. We then hold the seller’s money and look into it. If it turns up after all, tell us in the same place.',
    { to: '/my-orders', label: 'My orders' },
  ],
  'order-price': [
    'Prices include tax. Delivery costs ₹49 per seller, and nothing from ₹699. Cash on delivery costs ₹19 per seller, and is possible for orders up to ₹5,000.',
    'To pay in cash, confirm your phone number; the checkout offers it. Until your first parcel has arrived, you can have one order in cash at a time. If a parcel comes back to its seller undelivered, you can only pay by UPI or card from then on.',
    'If you pay online, you have 30 minutes, or 24 hours once a pharmacist has approved it; otherwise we cancel the order and charge nothing. If your money arrives later, we send it back automatically.',
    'The order’s page has each seller’s receipt. If you enter your GSTIN at the checkout, it appears on the receipts.',
    { to: '/cart', label: 'Cart' },
  ],
  'order-medicine': [
    {
      ordered: true,
      list: [
        'Put the medicine in your cart. Products that need it say “Prescription required”.',
        'At the checkout, choose your pet and a prescription: one from a signed visit note, one you’ve used before, or a photo or PDF you upload.',
        'A pharmacist checks it within 2 days. They may approve less than you asked for, or ask you something.',
        'Once it’s approved, you have 24 hours to pay, and then the pharmacy sends the medicine.',
      ],
    },
    'Medicines that need a prescription become a separate order, so the rest of your cart doesn’t wait for them. If the pharmacist approved refills, you’ll find them under My refills.',
    { to: '/my-refills', label: 'My refills' },
  ],
  autoship: [
    'It reorders food or a refill every 1 to 12 weeks. Set it up on the product’s page or from an order.',
    'We tell you the price 3 days before each order. You can skip, move, pause or cancel it with one click. An order that was already placed stays, but you can cancel it on its page until it’s packed. If the price has risen by more than 5%, we order only after you’ve agreed.',
    { to: '/my-autoships', label: 'My autoships' },
  ],
  sell: [
    {
      ordered: true,
      list: [
        'Sign up, and choose Supplier or Pharmacist as your role. Only pharmacists can sell medicines.',
        'Fill in your profile and submit it for review. A person checks it.',
        'Add products under My products, one by one or from a CSV file, and choose where you deliver.',
        'Under My orders, Sold, you’ll find what to pack and send, the oldest order first.',
      ],
    },
    'We pay you once an order can’t be returned any more. What you’re owed, and for which orders, is under Payments, Payouts.',
    { to: '/my-products', label: 'My products' },
  ],
  packages: [
    'Trainers may offer several sessions at a lower price. You’ll find their packages where you book a session with them: how many sessions of which length, what you save, and how long the package is valid.',
    {
      ordered: true,
      list: [
        `Press Buy and pay. You have ${minutesToPayPackage} minutes; otherwise the purchase lapses, and nothing is charged.`,
        'Book sessions with the package, in person or online. There’s nothing more to pay.',
        'Under Packages you see how many sessions are left, until when you can book them, and what you used them for.',
      ],
    },
    `If you cancel a session at least ${sessionBackHours} hours before it begins, it goes back to the package; later it counts as used. ` +
      'It always goes back if the trainer cancels or doesn’t come, and the package is then valid for at least ' +
      `${extraDays} more days.`,
    `Sessions that you haven’t booked by the end are lost. We remind you ${reminderDays.join(' and ')} days before. A session that you booked in time stays booked, even if it takes place later.`,
    `You can return a package within ${returnDays} days after paying. If it’s unused, you get a full refund; otherwise we keep the price of the used sessions, as if booked one by one. After that, write to us. If the trainer had no open day in that time, you can return it until it expires. If the trainer can’t be booked any more, you can return what’s left at any time.`,
    'Trainers put packages on sale under Packages, and are paid session by session.',
    { to: '/packages', label: 'Packages' },
  ],
  'api-tokens': [
    'Yes, with an API token. Create one under Edit profile, API tokens: choose what it may do and for how long, and copy it into the software. We show it only once. Keep it as safe as a password.',
    'Changing your password keeps your tokens, so your software goes on working. You can revoke those you no longer need in the same place. Resetting your password by email ends them all.',
    { to: '/edit-profile?section=api', label: 'API tokens' },
    { href: '/api/docs', label: 'API documentation' },
  ],
  'offer-services': [
    {
      ordered: true,
      list: [
        'Sign up, and choose your role: Veterinary Doctor, Pet Trainer, Pet Stylist or Pet Sitter.',
        'Fill in your profile. A list shows what is still missing.',
        'Providers set their hours under Availability; the preview shows what owners will see. A sitter without hours can be asked for any time. A sitter’s hours are for walks, day care, drop-off and pick-up; stays may go on through closed weekdays, but not through holidays or closed dates.',
        'Trainers and stylists can come to owners’ homes, trainers can work online only, and stylists say how many pets they take at a time.',
        'Vets add a picture or PDF of their registration, and press Submit for review. The others can do so for the Verified badge.',
      ],
    },
    'A person checks a vet’s registration, and then owners can find and book them. Trainers, stylists and sitters can be booked once their profile is complete, or once it’s verified if this site requires that. We’ll tell you the result of a check in the bell and by email, with the reason if something is missing.',
    'Vets and sitters answer requests. Appointments with trainers and stylists are confirmed at once; online sessions once they’re paid.',
    { to: '/profile/veterinary', label: 'My profile as a vet' },
    { to: '/profile/pet-trainer', label: 'My profile as a trainer' },
    { to: '/profile/pet-stylist', label: 'My profile as a stylist' },
    { to: '/profile/pet-sitter', label: 'My profile as a sitter' },
  ],
  'pay-teleconsultation': [
    'The booking form says when you pay: at once, by a link that we remind you of, or automatically from a saved card or UPI ID, one to three days before the appointment. You enter its number at the payment service, and it never reaches us. The appointment is confirmed as soon as it’s paid.',
    {
      list: [
        'If the automatic charge fails, we’ll tell you, and you have until 23 hours before the appointment to pay.',
        'If you book less than 24 hours ahead, please pay within 15 minutes.',
        'We cancel unpaid appointments automatically and charge nothing. If your money arrives later, we send it back automatically.',
      ],
    },
    'If your bank takes its time, please don’t pay again: we wait for its answer, and you pay only once. You’ll find receipts under Payments.',
    { to: '/payments', label: 'Payments' },
  ],
}

export const blocksOf = ({ id, blocks }: Article): readonly Block[] => blocks ?? lateAnswers[id] ?? []
