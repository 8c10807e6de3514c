import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { servicesFor } from '#/app/shell/services.ts'
import { forgetWantedPage, wantedPage } from '#/app/shell/wanted-page.ts'
import button from '#/kernel/web/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { Soon } from '#/kernel/web/Soon.tsx'
import { LocationLine } from '#/location/web/index.ts'
import { Messages } from '#/messaging/web/index.ts'
import { AlertsOffer } from '#/reports/web/list/AlertsOffer.tsx'
import { ConfirmEmailCard } from './ConfirmEmailCard.tsx'
import css from './DashboardPage.module.css'
import { greeting } from './greeting.ts'
import { LeavingCard } from './LeavingCard.tsx'
import { MissingHours } from './MissingHours.tsx'
import { MyPets } from './MyPets.tsx'
import { MyShop } from './MyShop.tsx'
import { NearbyLostPets } from './NearbyLostPets.tsx'
import { NextUp } from './NextUp.tsx'
import { OrdersInProgress } from './OrdersInProgress.tsx'
import { ProviderBlock } from './ProviderBlock.tsx'
import { SetupCard } from './SetupCard.tsx'
import { StandingLine } from './StandingLine.tsx'
import { sidesOf } from './sides.ts'
import { ToDo } from './ToDo.tsx'

export default function DashboardPage() {
  const { user } = useSession()
  const [wanted, setWanted] = useState(() => (user ? wantedPage(user.id) : null))
  const dismiss = () => {
    forgetWantedPage()
    setWanted(null)
  }
  // Providers see waiting requests in any role; their other blocks follow the current one.
  const { hasRequests, wearsProvidersHat } = sidesOf(user)
  // Everyone gets an owner record with the account; without it, no owner's data can be read.
  const hasNoOwner = user !== undefined && !user.records['pet_owner']
  return (
    <div className={css.page}>
      <div>
        <h1>{greeting(user?.name, new Date().getHours())}</h1>
        <LocationLine />
      </div>
      <AlertsOffer />
      {wanted && (
        <div className={css.continue}>
          <p>You were on your way when we asked you to log in.</p>
          <div className={css.ways}>
            <Link to={wanted.path} className={button.accent}>
              Continue: {wanted.title}
            </Link>
            <button type="button" className={button.plain} onClick={dismiss}>
              Not now
            </button>
          </div>
        </div>
      )}
      <Messages />
      {user && <LeavingCard user={user} />}
      {wearsProvidersHat && (
        <div className={css.columns}>
          <ProviderBlock title="Next up" />
          <ProviderBlock title="Today’s schedule" />
        </div>
      )}
      {user && <SetupCard user={user} />}
      {user && <ConfirmEmailCard user={user} />}
      {user && !user.leavingSince && <StandingLine user={user} />}
      {!user?.leavingSince && <MissingHours />}
      {(user?.role === 'supplier' || user?.role === 'pharmacist') && <MyShop />}
      {hasNoOwner && (
        <p role="alert" className={css.broken}>
          Could not find your pet owner profile. Please <Link to="/contact">contact support</Link>.
        </p>
      )}
      {wearsProvidersHat ? (
        <div className={hasRequests && !hasNoOwner ? css.columns : undefined}>
          {hasRequests && <ProviderBlock title="Requests waiting" />}
          {!hasNoOwner && <MyPets />}
        </div>
      ) : (
        <>
          {hasRequests && <ProviderBlock title="Requests waiting" />}
          {!hasNoOwner && (
            <div className={css.columns}>
              <NextUp />
              <MyPets />
            </div>
          )}
        </>
      )}
      {wearsProvidersHat && (
        <div className={css.columns}>
          <ProviderBlock title="Rating and response rate" />
          <ProviderBlock title="This week’s earnings" />
        </div>
      )}
      <ToDo />
      <OrdersInProgress />
      <NearbyLostPets />
      <section aria-labelledby="dashboard-services">
        <h2 id="dashboard-services" className={css.title}>
          Services
        </h2>
        <ul className={css.services}>
          {servicesFor(user?.role).map((service) => (
            <li key={service.path}>
              <Link to={service.path} className={css.service}>
                <Drawing name={service.drawing} width={72} />
                <span>{service.name}</span>
                <Soon path={service.path} />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
