import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Soon } from '#/kernel/web/Soon.tsx'
import { LocationLine } from '#/location/web/index.ts'
import { CallNow } from './CallNow.tsx'
import css from './Emergency.module.css'
import { AmbulanceIcon, FirstAidIcon, PoisonIcon, ReportIcon, ShelterIcon, VetsIcon } from './icons.tsx'

const tiles: readonly { path: string; name: string; line: string; icon: ReactNode }[] = [
  { path: '/emergency/vets', name: 'Vets', line: 'Who’s open now, the nearest first', icon: <VetsIcon /> },
  { path: '/emergency/poison', name: 'Poison', line: 'What to tell the vet', icon: <PoisonIcon /> },
  {
    path: '/emergency/first-aid',
    name: 'First aid',
    line: 'What to do until you’re there',
    icon: <FirstAidIcon />,
  },
  {
    path: '/emergency/report',
    name: 'Report',
    line: 'An injured animal on the street',
    icon: <ReportIcon />,
  },
  { path: '/emergency/shelters', name: 'Shelters', line: 'Who takes animals in', icon: <ShelterIcon /> },
  { path: '/emergency/ambulance', name: 'Ambulance', line: 'Who comes to you', icon: <AmbulanceIcon /> },
]

/** Also answers every unknown path below /emergency. */
export default function EmergencyPage() {
  return (
    <div className={css.page}>
      <meta
        name="description"
        content="Numbers to call for an animal in need, first aid and poison help, without an account."
      />
      <h1>Emergency help</h1>
      <p className={css.lead}>Call first, then go. Even a gentle animal may bite when it’s in pain.</p>
      <LocationLine />
      <h2 className={css.section}>Call now</h2>
      <CallNow />
      <nav aria-label="Emergency help">
        <h2 className={css.section}>What do you need?</h2>
        <ul className={css.tiles}>
          {tiles.map(({ path, name, line, icon }) => (
            <li key={path}>
              <Link to={path} className={css.tile}>
                {icon}
                <div>
                  <strong>
                    {name} <Soon path={path} />
                  </strong>
                  <span>{line}</span>
                </div>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
