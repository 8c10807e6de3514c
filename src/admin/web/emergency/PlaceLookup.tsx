import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import own from '#/admin/web/messages/Messages.module.css'
import type { Place } from '#/location/contract.ts'
import { longestName } from '#/location/rules.ts'
import { loadLookups, PlaceChoices } from '#/location/web/index.ts'

/** Looks up a position by area, city or PIN code. */
export function PlaceLookup({ onFound }: { onFound: (place: Place) => void }) {
  const [text, setText] = useState('')
  const [choices, setChoices] = useState<Place[]>([])
  const [said, setSaid] = useState('')
  const [isBusy, setBusy] = useState(false)

  function take(place: Place) {
    setChoices([])
    setSaid(`The position is the middle of ${place.display}. A map has the exact one.`)
    onFound(place)
  }

  async function look() {
    const name = text.trim()
    if (!name || isBusy) return
    setBusy(true)
    setSaid('')
    setChoices([])
    try {
      const places = await (await loadLookups()).placesNamed(name)
      if (places.length === 1) take(places[0]!)
      else if (places.length > 1) setChoices(places)
      else setSaid('We couldn’t find this place. Please type the position.')
    } catch {
      setSaid('We couldn’t look this up. Please try again, or type the position.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={own.answer}>
      <TextInput
        label="Look up the position"
        description="Area, city or PIN code, like Indiranagar or 560038."
        autoComplete="off"
        enterKeyHint="search"
        maxLength={longestName}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void look()
        }}
      />
      <PlaceChoices places={choices} onChoose={take} onNone={() => setChoices([])} />
      <div className={own.buttons}>
        <Button variant="default" aria-disabled={isBusy} onClick={() => void look()}>
          {isBusy ? 'Looking...' : 'Find place'}
        </Button>
      </div>
      <p role="status">{said}</p>
    </div>
  )
}
