import { Select } from '@mantine/core'
import { useMemo } from 'react'
import type { SessionUser } from '#/accounts/contract.ts'
import { settingsText } from '#/accounts/text.ts'
import { accounts } from '#/accounts/web/accounts.ts'
import { refreshSession, useSession } from '#/accounts/web/session.ts'
import { formatInstant } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { deviceZone, zoneNames } from '#/kernel/web/zone-names.ts'
import { placeOfZone } from '#/kernel/zone.ts'
import css from './settings.module.css'

export function TimeZoneChoice() {
  const { user } = useSession()
  return user ? <Choice user={user} /> : <div className={css.skeleton} />
}

const device = 'device'

function Choice({ user: { timeZone, isTimeZoneChosen } }: { user: SessionUser }) {
  const save = useWrite(accounts.call.chooseTimeZone, {
    onSuccess: async () => {
      await refreshSession()
      toast({ kind: 'success', message: settingsText.timeZoneSaved })
    },
  })
  const zones = useMemo(
    () =>
      zoneNames().map((name) => ({
        value: name,
        label: `${placeOfZone(name)} (${name.replaceAll('_', ' ')})`,
      })),
    [],
  )
  const own = deviceZone()
  const kept = isTimeZoneChosen && timeZone ? timeZone : device
  const asked = save.variables
  const value = save.isPending && asked ? (asked.isChosen ? asked.timeZone : device) : kept
  const shown = value === device ? own : value
  return (
    <div className={css.form}>
      <Select
        label="Times in emails and notifications"
        description={`It’s ${formatInstant(new Date(), shown)} there now. If a visit is in another zone, we show both times.`}
        data={[{ value: device, label: `Follow this device (${placeOfZone(own)})` }, ...zones]}
        value={value}
        error={save.isError && errorText(save.error, {}, settingsText.timeZoneFailed)}
        searchable
        allowDeselect={false}
        limit={80}
        maxDropdownHeight={260}
        nothingFoundMessage={settingsText.timeZoneUnknown}
        onChange={(next) =>
          next &&
          save.mutate(
            next === device ? { timeZone: own, isChosen: false } : { timeZone: next, isChosen: true },
          )
        }
      />
    </div>
  )
}
