import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { ChevronIcon } from '#/app/shell/icons.tsx'
import { isSoon, servicesFor } from '#/app/shell/services.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { Soon } from '#/kernel/web/Soon.tsx'
import { LocationLine } from '#/location/web/index.ts'
import { AlertsOffer } from '#/reports/web/list/AlertsOffer.tsx'
import css from './ServicesPage.module.css'

export default function ServicesPage() {
  const role = useSession().user?.role
  return (
    <div className={css.page}>
      <meta
        name="description"
        content="All services in one place: sitters, vets, trainers, stylists, pharmacy, food, insurance, emergencies, playdates and adoption."
      />
      <h1>Services</h1>
      <p className={css.lead}>What does your pet need today?</p>
      <LocationLine />
      <AlertsOffer />
      <p className={css.also}>
        Lost or found a pet? <Link to="/pet-reports">See the reports near you</Link>
      </p>
      <ul className={css.grid}>
        {servicesFor(role).map((service) => {
          const action = isSoon(service) ? 'What’s coming' : service.action
          return (
            <li key={service.path} className={css.card}>
              <Drawing name={service.drawing} className={css.drawing} />
              <h2>
                {service.name} <Soon path={service.path} />
              </h2>
              <p>{service.line}</p>
              <Link
                to={service.path}
                className={isSoon(service) ? css.more : css.book}
                aria-label={`${action}: ${service.name}`}
              >
                {action}
                <ChevronIcon />
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
