import { FindProviders } from '#/appointments/web/index.ts'
import { onDemand } from '#/kernel/web/on-demand.ts'
import { services } from '#/styling/rules.ts'
import { stylistWords } from './offer.ts'
import { StylistCard } from './StylistCard.tsx'
import { peek, useStylists } from './styling.ts'

const place = { path: '/services/book-a-stylist', opens: 'stylist' }
const dialog = onDemand(() => import('./StylistBookingDialog.tsx'))

export default function BookAStylistPage() {
  return (
    <FindProviders
      trade="styling"
      words={stylistWords}
      title="Find a Stylist"
      lead="Choose a stylist, then a time and a service for each pet."
      place={place}
      speciality={{ label: 'Service', any: 'Any service', options: services }}
      useProviders={useStylists}
      peek={peek}
      card={(stylist, props) => <StylistCard stylist={stylist} {...props} />}
      dialog={dialog}
    />
  )
}
