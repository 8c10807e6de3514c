import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FieldGroup } from '#/kernel/web/form/field-list.ts'
import form from '#/kernel/web/form/form.module.css'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { goToField, showProgress } from '#/kernel/web/form/ProgressBanner.tsx'
import type { ProviderRecord } from '#/verification/rules.ts'
import { HandIn } from './HandIn.tsx'
import css from './ProviderPage.module.css'
import { StandingBanner, type StandingNote } from './StandingBanner.tsx'
import { useStanding } from './verification.ts'

type Tab = {
  value: string
  label: string
  content: ReactNode
  wide?: boolean
}

type Props = {
  record: ProviderRecord
  title: string
  lead: ReactNode
  documentsHint: string
  groups: readonly FieldGroup[]
  /** Renders the profile's form, which calls `onSaved`. */
  profile(onSaved: () => void): ReactNode
  /** Shown between profile and verification. */
  tabs?: readonly Tab[]
  notes?: readonly StandingNote[]
}

/** A provider's own page. The address names the tab. */
export function ProviderPage(props: Props) {
  const { record, title, lead, documentsHint, groups, profile, tabs = [], notes = [] } = props
  const standing = useStanding(record)
  const page = useRef<HTMLDivElement>(null)
  const [params, setParams] = useSearchParams()
  const all: Tab[] = [
    { value: 'profile', label: 'Profile', content: profile(() => showProgress(page.current)) },
    ...tabs,
    {
      value: 'verification',
      label: 'Verification',
      content: (
        <Loaded query={standing} what="verification">
          {(found) => <HandIn standing={found} documentsHint={documentsHint} />}
        </Loaded>
      ),
    },
  ]
  const current = all.find(({ value }) => value === params.get('tab')) ?? all[0]!
  const [opened, setOpened] = useState<string[]>([])
  if (!opened.includes(current.value)) setOpened([...opened, current.value])
  const open = (tab: string) =>
    setParams(tab === 'profile' ? {} : { tab }, { replace: true, preventScrollReset: true })

  const [goal, setGoal] = useState<{ field: string }>()
  function askForField(field: string) {
    open('profile')
    setGoal({ field })
  }
  // Wait until the address has shown the tab: a hidden field can't take the focus.
  useEffect(() => {
    if (!goal || current.value !== 'profile') return
    goToField(page.current, goal.field)
    setGoal(undefined)
  }, [goal, current.value])

  return (
    <div ref={page} className={`${form.page} ${css.page} ${all.some(({ wide }) => wide) ? css.wide : ''}`}>
      <h1>{title}</h1>
      <p className={form.lead}>{lead}</p>
      {standing.data !== undefined && (
        <StandingBanner
          record={record}
          standing={standing.data}
          groups={groups}
          atVerification={current.value === 'verification'}
          onField={askForField}
          notes={notes}
        />
      )}
      {/* Tabs stay mounted, so that unsaved input survives a look at another tab and stays guarded. */}
      <Tabs value={current.value} onChange={(tab) => open(tab!)} keepMounted keepMountedMode="display-none">
        <Tabs.List className={css.tabs}>
          {all.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {all.map(({ value, content, wide }) => (
          <Tabs.Panel key={value} value={value} className={wide ? undefined : css.column}>
            {opened.includes(value) && content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}
