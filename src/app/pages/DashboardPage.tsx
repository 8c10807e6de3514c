import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import button from '#/app/shell/button.module.css'
import { servicesFor } from '#/app/shell/services.ts'
import { forgetWantedPage, wantedPage } from '#/app/shell/wanted-page.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { Soon } from '#/kernel/web/Soon.tsx'
import { LocationLine } from '#/location/web/index.ts'
import { Messages } from '#/messaging/web/index.ts'
import css from './DashboardPage.module.css'
import { greeting } from './greeting.ts'
import { MissingHours } from './MissingHours.tsx'
import { MyPets } from './MyPets.tsx'
import { NextUp } from './NextUp.tsx'
import { SetupCard } from './SetupCard.tsx'
import { StandingLine } from './StandingLine.tsx'
import { VetBlock } from './VetBlock.tsx'

export default function DashboardPage() {
  const { user } = useSession()
  const [wanted, setWanted] = useState(() => (user ? wantedPage(user.id) : null))
  const dismiss = () => {
    forgetWantedPage()
    setWanted(null)
  }
  // Whoever may act as a vet is asked for an answer under any hat; what else a vet is shown goes by the hat.
  const isVet = Boolean(user?.records['veterinary_doctor'])
  // Everyone gets an owner record with the account; without it nothing of an owner's can be read.
  const hasNoOwner = user !== undefined && !user.records['pet_owner']
  const wearsVetsHat = isVet && user?.role === 'veterinary_doctor'
  return (
    <div className={css.page}>
      <div>
        <h1>{greeting(user?.name, new Date().getHours())}</h1>
        <LocationLine />
      </div>
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
      {user && <SetupCard user={user} />}
      {user && <StandingLine user={user} />}
      <MissingHours />
      {wearsVetsHat ? (
        <div className={css.columns}>
          <VetBlock title="Requests waiting" />
          <VetBlock title="Today’s schedule" />
        </div>
      ) : (
        isVet && <VetBlock title="Requests waiting" />
      )}
      {hasNoOwner ? (
        <p role="alert" className={css.broken}>
          Could not find your pet owner profile. Please <Link to="/contact">contact support</Link>.
        </p>
      ) : (
        <div className={css.columns}>
          {wearsVetsHat ? <VetBlock title="Next up" /> : <NextUp />}
          <MyPets />
        </div>
      )}
      {wearsVetsHat && (
        <div className={css.columns}>
          <VetBlock title="Rating and response rate" />
          <VetBlock title="This week’s earnings" />
        </div>
      )}
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
