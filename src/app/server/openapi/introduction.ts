/** Returns what holds for every endpoint, in Markdown. */
export const introduction = ({
  product,
  site,
}: {
  product: string
  site: string
}) => `The REST API of ${product}.

## Tokens

Programs use a token: create one under *Edit profile*, *API tokens*, choose its scopes, and send it with each request. With a
vet’s token that has the scope \`appointments:read\`, this lists the upcoming visits:

    TOKEN=pf_…
    curl -H "Authorization: Bearer $TOKEN" "${site}/api/appointments/visits?tab=upcoming"

A token acts for the person who created it, within its scopes. Operations without a scope accept no tokens. If a request has a
token, its cookies are ignored. Tokens work until they expire or are revoked. They also end when the account is suspended or marked
for deletion, and when its password is reset by email. A token that doesn’t work is answered with 401, whatever the reason. Pages
of other sites can’t call this API: it sends no CORS headers.

## Formats

- **Days** are \`2026-11-30\`, **clock times** \`09:30\` (24 hours; an end may be \`24:00\`). Both are local to the provider, whose
  zone is \`timeZone\`. **Instants** are ISO 8601 in UTC: \`2026-11-30T04:00:00.000Z\`.
- **Money** is a whole number of minor units (paise for rupees) with an ISO 4217 currency: \`{ "amount": 125000, "currency": "INR" }\`
  is ₹1,250.00.
- **Ids** are UUIDs. **Weights** are in pounds, temperatures in degrees Celsius.
- Bodies are JSON of at most 256 kB, with a \`Content-Length\`. Files are not accepted here; use the web app.

## Repeating a request

Send an \`Idempotency-Key\` with every request that is not a GET: 8 to 100 letters, digits or \`_.:-\`, such as a UUID. If you
lose the answer, send the same request with the same key. You get the first answer, and nothing happens twice. Keys are kept for
two days. The same key with different input is refused with \`request.key_reused\`. Refused requests aren’t kept, so you can send
them again with the same key.

## Pages

Lists with a \`cursor\` parameter answer \`{ "rows": […], "nextCursor": "…" }\`. Ask for the next page with \`?cursor=\` and that value;
\`null\` means that there are no more rows. A cursor works only for the list it came from.

## Errors

Every refusal is an \`Error\` with a stable \`code\`, such as \`booking.slot_taken\`. Other people’s rows answer exactly like rows
that don’t exist. Our own faults answer 500 with the code \`INTERNAL_SERVER_ERROR\`.

## Limits

A token can make 600 requests in five minutes. Some requests are also limited per account or network address. Above a limit the
answer is 429; \`Retry-After\`, if present, says how many seconds to wait.
`

/** Describes each domain; these are the tags. */
export const tagTexts = {
  accounts: 'The user, their sessions, and their ways to log in.',
  location: 'Places by position and by name.',
  owners: 'An owner’s profile and contacts.',
  pets: 'An owner’s animals and their vaccinations.',
  notifications: 'A user’s notifications, and which of them they want.',
  payments: 'Payments, saved methods, earnings and payouts.',
  verification: 'Checks of providers’ identity and registration.',
  messaging: 'Messages between the two sides of a booking.',
  support: 'Contact, tickets, and upcoming services.',
  privacy: 'Deleting an account.',
  booking: 'A provider’s hours, holidays and calendar settings, and waitlists.',
  care: 'Patients, visit notes with their medicines, and pictures of visits.',
  emergency: 'Places that help animals in an emergency, and reports of injured ones.',
  appointments: 'Appointments between owners and providers, in every trade.',
  packages: 'Packages of training sessions: offers, purchases and balances.',
  ratings: 'Owners’ ratings of providers, and their replies.',
  veterinary: 'Vets, their profiles and booking an appointment.',
  households: 'Caregivers of an owner’s pets: invitations, members, and the pets shared with them.',
  todo: 'Tasks for pets and at home, with repeats, ticks and reminders.',
  reports: 'Reports of lost and found pets, with sightings and comments.',
  sitting: 'Sitters, requests to them, meet & greets, stays and their visit cards.',
  training: 'Trainers, their profiles and booking a session.',
  styling: 'Stylists, their profiles and booking an appointment.',
  shop: 'Products, cart, orders, autoships and prescriptions; what pharmacists and suppliers sell.',
} as const
