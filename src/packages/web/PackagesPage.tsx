import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { MyPackages } from './MyPackages.tsx'
import { Offers } from './Offers.tsx'
import css from './Packages.module.css'
import { SoldPackages } from './SoldPackages.tsx'

const names = { mine: 'My packages', offers: 'On sale', sold: 'Sold' } as const
const tabs = Object.keys(names) as (keyof typeof names)[]

/** Shows an owner's packages and, to trainers, their offers and sales. The URL holds the tab. */
export default function PackagesPage() {
  const { user } = useSession()
  const [params, setParams] = useSearchParams()
  const isTrainer = Boolean(user?.records['pet_trainer'])
  const first = isTrainer && user?.role === 'pet_trainer' ? 'offers' : 'mine'
  const asked = tabs.find((name) => name === params.get('tab')) ?? first
  const tab = isTrainer ? asked : 'mine'
  const shown = { mine: <MyPackages />, offers: <Offers />, sold: <SoldPackages /> }
  return (
    <div className={css.page}>
      <h1>Packages</h1>
      {isTrainer ? (
        <Tabs
          value={tab}
          onChange={(next) => setParams({ tab: next! }, { replace: true, preventScrollReset: true })}
          keepMounted={false}
        >
          <Tabs.List className={css.tabs}>
            {tabs.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {names[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab}>{shown[tab]}</Tabs.Panel>
        </Tabs>
      ) : (
        shown.mine
      )}
    </div>
  )
}
