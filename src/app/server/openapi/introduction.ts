/** What holds for every endpoint, in Markdown. */
export const introduction = ({
  product,
  site,
}: {
  product: string
  site: string
}) => `The REST API of ${product}.

## Tokens

Programs use a token: make one under *Edit profile*, *API tokens*, choose what it may do, and send it with each request. With a
vet’s token that has the scope \`appointments:read\`, this lists the visits to come:

    TOKEN=pf_…
    curl -H "Authorization: Bearer $TOKEN" "${site}/api/appointments/visits?tab=upcoming"

A token acts for whoever made it, within its scopes. Operations without a scope take no tokens, and a request with a token is judged
by it alone, whatever cookies come along. Tokens work until they expire or are revoked. They end when the account is suspended or to
be deleted, and when its password is reset by mail. A token that does not work is answered with 401, whatever the reason. Pages of
other sites cannot call this API: it sends no CORS headers.

## Formats

- **Days** are \`2026-11-30\`, **clock times** \`09:30\` (24 hours; an end may be \`24:00\`). Both are local to the provider, whose
  zone is in \`timeZone\`. **Instants** are ISO 8601 in UTC: \`2026-11-30T04:00:00.000Z\`.
- **Money** is a whole number of minor units (paise for rupees) with an ISO 4217 currency: \`{ "amount": 125000, "currency": "INR" }\`
  is ₹1,250.00.
- **Ids** are UUIDs. **Weights** are in pounds, temperatures in degrees Celsius.
- Bodies are JSON of at most 256 kB, with a \`Content-Length\`. Files are not taken here; use the web app.

## Repeating a request

Send an \`Idempotency-Key\` with every request that is not a GET: 8 to 100 letters, digits or \`_.:-\`, such as a UUID. If the answer got
lost, send the same request with the same key. You get the first answer, and nothing happens twice. Keys are kept for two days. The
same key with other input is refused with \`request.key_reused\`. Refused requests are not kept, so they can be tried again with
their key.

## Pages

Lists with a \`cursor\` parameter answer \`{ "rows": […], "nextCursor": "…" }\`. Ask for the next page with \`?cursor=\` and that text;
\`null\` means that there are no more rows. A cursor means nothing outside the list it came from.

## Errors

Every refusal is an \`Error\` with a stable \`code\`, such as \`booking.slot_taken\`. Rows that belong to others answer exactly like rows that do not
exist. Faults of ours are status 500 with the code \`INTERNAL_SERVER_ERROR\`.

## Limits

A token may make 600 requests in five minutes. Some requests are also limited per account or network address. Too many answer 429; \`Retry-After\`, where it is sent, says how many
seconds to wait.
`

/** Describes each domain; these are the tags. */
export const tagTexts = {
  accounts: 'Who is logged in, where, and how they log in.',
  location: 'Places by position and by name.',
  owners: 'How an owner can be reached.',
  pets: 'An owner’s animals and their vaccinations.',
  notifications: 'The bell, and what to be notified about.',
  payments: 'Payments, saved methods, earnings and payouts.',
  verification: 'Whether a provider is who they say.',
  messaging: 'What the two sides of a booking write to each other.',
  support: 'Contact, tickets, and services to come.',
  privacy: 'Deleting an account.',
  booking: 'A provider’s hours, holidays and calendar settings, and waiting for a free time.',
  care: 'Patients and visit notes.',
  appointments: 'What owners and providers have agreed, in every trade.',
  packages: 'Packages of training sessions: offers, purchases and balances.',
  ratings: 'What owners say about providers, and their answers.',
  veterinary: 'Vets, and booking one.',
  sitting: 'A sitter’s profile.',
  training: 'Trainers, their profiles and booking a session.',
  styling: 'Stylists and their appointments, and a stylist’s own profile.',
  shop: 'Profiles of pharmacists and suppliers.',
} as const
