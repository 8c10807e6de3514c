import { Autocomplete, TextInput } from '@mantine/core'
import { type SyntheticEvent, useMemo } from 'react'
import type { Availability } from '#/booking/availability-contract.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import { formatInstant } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { zoneNames } from '#/kernel/web/zone-names.ts'
import { booking } from './booking.ts'
import css from './Editor.module.css'
import { OutsideDialogOnDemand } from './OutsideDialogOnDemand.tsx'
import { SaveBar } from './SaveBar.tsx'
import { type SettingsDraft, settingsOf } from './settings.ts'
import type { Edit } from './use-edit.ts'
import { useFormSave } from './use-form-save.ts'

type Props = { trade: SlotTrade; saved: Availability; edit: Edit<SettingsDraft> }

export function SettingsForm({ trade, saved, edit }: Props) {
  const { ref, draft, version, problems, isChanged, change, check } = edit
  const { timeZone } = settingsOf(draft, saved.settings)
  const zones = useMemo(() => zoneNames([saved.settings.timeZone, ownZone()]), [saved.settings.timeZone])
  const save = useFormSave(booking.call.saveSettings, edit, {
    told: 'Your booking rules are saved.',
    versionIn: ({ settings }) => settings.version,
  })

  function submit(event: SyntheticEvent) {
    if (!check(event) || save.isBusy) return
    save.save({ trade, ...settingsOf(draft, saved.settings), version })
  }

  return (
    <form ref={ref} className={css.section} onSubmit={submit} noValidate aria-labelledby="booking-rules">
      <h2 id="booking-rules">Time zone and booking rules</h2>
      <div data-field="zone">
        <Autocomplete
          label="Time zone"
          description={`Your hours are in this zone. It’s ${formatInstant(new Date(), timeZone)} there.`}
          data={zones}
          limit={60}
          value={draft.timeZone}
          error={problems['zone']}
          maxDropdownHeight={260}
          autoComplete="off"
          onChange={(next) => change({ ...draft, timeZone: next })}
        />
      </div>
      <div data-field="notice">
        <TextInput
          label="Minimum notice, minutes"
          description="How long in advance owners must book. A day is 1440 minutes."
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={draft.notice}
          error={problems['notice']}
          onChange={(event) => change({ ...draft, notice: event.currentTarget.value })}
        />
      </div>
      <div data-field="buffer">
        <TextInput
          label="Buffer, minutes"
          description="Kept free before and after each booking."
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={draft.buffer}
          error={problems['buffer']}
          onChange={(event) => change({ ...draft, buffer: event.currentTarget.value })}
        />
      </div>
      <SaveBar save={save} label="Save booking rules" isChanged={isChanged} />
      <OutsideDialogOnDemand save={save} timeZone={saved.settings.timeZone} />
    </form>
  )
}
