import { fromPounds } from '#/pets/rules.ts'
import type { SharedNote } from './notes.ts'

type Findings = Pick<SharedNote, 'temperatureC' | 'heartRate' | 'breathingRate' | 'weightLbs'>

/** Returns the measured findings with their units. */
export function findingFacts(found: Findings): { label: string; value: string }[] {
  const { temperatureC, heartRate, breathingRate, weightLbs } = found
  return [
    { label: 'Temperature', value: temperatureC === null ? '' : `${temperatureC} °C` },
    { label: 'Heart rate', value: heartRate === null ? '' : `${heartRate} beats a minute` },
    { label: 'Breathing rate', value: breathingRate === null ? '' : `${breathingRate} breaths a minute` },
    {
      label: 'Weight',
      value: weightLbs === null ? '' : `${fromPounds(weightLbs, 'kg')} kg (${weightLbs} lb)`,
    },
  ].filter(({ value }) => value)
}
