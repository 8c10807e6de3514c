import { Ambulance, HeartPulse, Hospital, House, Siren, Skull } from 'lucide'
import { Link } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { Soon } from '#/kernel/web/Soon.tsx'
import { LocationLine } from '#/location/web/index.ts'
import { CallNow } from './CallNow.tsx'
import css from './Emergency.module.css'

const tiles: readonly { path: string; name: string; line: string; icon: typeof Siren }[] = [
  { path: '/emergency/vets', name: 'Vets', line: 'Who’s open now, the nearest first', icon: Hospital },
  { path: '/emergency/poison', name: 'Poison', line: 'What to tell the vet', icon: Skull },
  {
    path: '/emergency/first-aid',
    name: 'First aid',
    line: 'What to do until you’re there',
    icon: HeartPulse,
  },
  {
    path: '/emergency/report',
    name: 'Report',
    line: 'An injured animal on the street',
    icon: Siren,
  },
  { path: '/emergency/shelters', name: 'Shelters', line: 'Who takes animals in', icon: House },
  { path: '/emergency/ambulance', name: 'Ambulance', line: 'Who comes to you', icon: Ambulance },
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
      <Own />
      <nav aria-label="Emergency help">
        <h2 className={css.section}>What do you need?</h2>
        <ul className={css.tiles}>
          {tiles.map(({ path, name, line, icon }) => (
            <li key={path}>
              <Link to={path} className={css.tile}>
                <LineIcon icon={icon} size={28} />
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
      <p className={css.soft}>
        Lost or found a pet? <Link to="/pet-reports">See the reports near you</Link>
      </p>
    </div>
  )
}

const ownPart = onDemand(() => import('./OwnPart.tsx'))

function Own() {
  const isOwner = Boolean(useSession().user?.records['pet_owner'])
  const OwnPart = useOnDemand(ownPart, isOwner)
  return OwnPart ? <OwnPart /> : null
}
