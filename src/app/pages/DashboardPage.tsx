import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import button from '#/app/shell/button.module.css'
import { servicesFor } from '#/app/shell/services.ts'
import { forgetWantedPage, wantedPage } from '#/app/shell/wanted-page.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import css from './DashboardPage.module.css'
import { MyPets } from './MyPets.tsx'
import { NextUp } from './NextUp.tsx'

export default function DashboardPage() {
  const { user } = useSession()
  const [wanted] = useState(wantedPage)
  return (
    <div className={css.page}>
      <h1>{greeting(user?.name, new Date().getHours())}</h1>
      {wanted && (
        <div className={css.continue}>
          <p>You were on your way when we asked you to sign in.</p>
          <Link to={wanted.path} className={button.accent} prefetch="intent" onClick={forgetWantedPage}>
            Continue: {wanted.title}
          </Link>
        </div>
      )}
      <div className={css.columns}>
        <NextUp />
        <MyPets />
      </div>
      <section aria-labelledby="dashboard-services">
        <h2 id="dashboard-services" className={css.title}>
          Services
        </h2>
        <ul className={css.services}>
          {servicesFor(user?.role).map((service) => (
            <li key={service.path}>
              <Link to={service.path} className={css.service} prefetch="intent">
                <Drawing name={service.drawing} width={72} />
                <span>{service.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function greeting(name: string | undefined, hour: number) {
  const time = hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
  const firstName = name?.trim().split(/\s+/)[0]
  return firstName ? `Good ${time}, ${firstName}` : `Good ${time}`
}
