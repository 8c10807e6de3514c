import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import button from '#/app/shell/button.module.css'
import { useCurrentRoute } from '#/app/shell/current-route.ts'
import { AvailabilityEditor } from '#/booking/web/index.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import css from './ProviderPage.module.css'
import { providerPages } from './provider-pages.ts'

/** A provider's own page: profile and hours. The tab stands in the address. */
export default function ProviderPage() {
  const route = useCurrentRoute()
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'availability' ? 'availability' : 'profile'
  // Once opened it stays, hidden: what was typed is there again after a look at the other tab.
  const [opened, setOpened] = useState<string[]>([])
  if (!opened.includes(tab)) setOpened([...opened, tab])
  const page = providerPages.find(({ path }) => path === route?.path)
  if (!page || !route) return null
  return (
    <div className={css.page}>
      <h1>{route.title}</h1>
      <Tabs
        value={tab}
        keepMountedMode="display-none"
        onChange={(next) =>
          setParams(next === 'profile' ? {} : { tab: next! }, { replace: true, preventScrollReset: true })
        }
      >
        <Tabs.List className={css.tabs}>
          <Tabs.Tab value="profile">Profile</Tabs.Tab>
          <Tabs.Tab value="availability">Availability</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          {opened.includes('profile') && <ProfileSoon title={route.title} />}
        </Tabs.Panel>
        <Tabs.Panel value="availability">
          {opened.includes('availability') && (
            <AvailabilityEditor
              key={page.trade}
              trade={page.trade}
              words={page.words}
              toProfile={
                <Link to="?" replace className={button.primary}>
                  Go to your profile
                </Link>
              }
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

function ProfileSoon({ title }: { title: string }) {
  return (
    <div className={css.soon}>
      <Drawing name="coming-soon" />
      <h2>Coming soon: {title}</h2>
      <p>We are building this form. Your hours you can set already, if you have a profile.</p>
      <Link to="?tab=availability" replace className={button.primary}>
        Set your hours
      </Link>
    </div>
  )
}
