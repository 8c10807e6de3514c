import { Button, Modal, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { withLibraries } from '#/kernel/web/Libraries.tsx'
import { toast } from '#/kernel/web/toast.ts'
import type { Place } from '#/location/contract.ts'
import { longestName } from '#/location/rules.ts'
import { dialogText, keptAsWritten, locationErrors, unknownPlace, updatedTo } from '#/location/text.ts'
import { Credits } from './Credits.tsx'
import { CurrentLocation } from './CurrentLocation.tsx'
import { placesNamed, reasonOf, serviceOptions } from './lookups.ts'
import { PlaceChoices } from './PlaceChoices.tsx'
import css from './UpdateLocationDialog.module.css'
import { chooseLocation, detectLocation, keepWritten } from './user-location.ts'

type Props = { opened: boolean; userId: string | null; onClose: () => void }

function UpdateLocationDialog({ userId, onClose, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const [choices, setChoices] = useState<Place[]>([])
  const [failure, setFailure] = useState('')
  const [unknown, setUnknown] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { data: service } = useQuery({ ...serviceOptions, enabled: props.opened })
  // The dialog remembers the focus only when it sees itself being opened, not when it starts open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])
  // Set from the click until after the answer, because a second click may come before the dialog closes.
  const sent = useRef(false)
  useEffect(() => {
    if (props.opened) sent.current = false
  }, [props.opened])

  const find = useMutation({
    mutationFn: placesNamed,
    onSuccess: (places, name) => {
      if (places.length === 1) return choose(places[0]!)
      sent.current = false
      setChoices(places)
      if (places.length > 0) return
      setUnknown(name)
      field.current?.focus()
    },
    onError: (error) => {
      sent.current = false
      setFailure(locationErrors[reasonOf(error)])
    },
  })

  function end(kind: 'success' | 'info', message: string) {
    setTyped('')
    setChoices([])
    setFailure('')
    setUnknown('')
    onClose()
    toast({ kind, message })
  }
  function choose(place: Place) {
    chooseLocation(place, userId)
    end('success', updatedTo(place))
  }
  function keep(text: string) {
    keepWritten(text, userId)
    end('info', keptAsWritten(text))
  }
  function detect() {
    setFailure('')
    detectLocation(userId, (reason, { display }) => {
      if (reason) setFailure(locationErrors[reason])
      else end('success', updatedTo({ display }))
    })
  }
  function type(text: string) {
    setTyped(text)
    setChoices([])
    setFailure('')
    setUnknown('')
    if (text.trim()) setMissing(false)
  }
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (sent.current) return
    const name = typed.trim()
    setMissing(!name)
    setFailure('')
    if (!name) {
      field.current?.focus()
      return
    }
    sent.current = true
    find.mutate(name)
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Update Location"
      size="30rem"
      closeOnClickOutside={false}
      classNames={{ title: css.title }}
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <CurrentLocation
          userId={userId}
          failure={failure}
          onDetect={service?.on === false ? undefined : detect}
        />
        <TextInput
          ref={field}
          label="New location"
          placeholder="City or area, like Pune"
          required
          data-autofocus
          autoComplete="address-level2"
          enterKeyHint="done"
          maxLength={longestName}
          value={typed}
          error={unknown ? unknownPlace(unknown) : missing && dialogText.missing}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <PlaceChoices places={choices} onChoose={choose} onNone={() => keep(typed.trim())} />
        <div className={css.actions}>
          {unknown && (
            <Button variant="default" onClick={() => keep(unknown)}>
              Save as I wrote it
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={find.isPending}>
            {find.isPending ? 'Updating...' : 'Update Location'}
          </Button>
        </div>
        {service && <Credits credits={service.credits} />}
      </form>
    </Modal>
  )
}

export default withLibraries(UpdateLocationDialog)
