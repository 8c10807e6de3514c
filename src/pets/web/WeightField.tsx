import { TextInput } from '@mantine/core'
import type { WeightUnit } from '#/pets/rules.ts'
import { Segments } from './Segments.tsx'
import css from './WeightField.module.css'
import { type TypedWeight, weightIn } from './weight.ts'

type Props = {
  description?: string
  weight: TypedWeight
  unit: WeightUnit
  problem: string | undefined
  onWeight(weight: TypedWeight): void
  onUnit(unit: WeightUnit): void
}

const units = [
  { value: 'kg', label: 'kg', name: 'Kilograms' },
  { value: 'lb', label: 'lb', name: 'Pounds' },
] as const

export function WeightField({
  description = 'Optional. A guess is fine.',
  weight,
  unit,
  problem,
  onWeight,
  onUnit,
}: Props) {
  return (
    <div data-field="weight">
      <TextInput
        label="Weight"
        description={description}
        inputMode="decimal"
        autoComplete="off"
        value={weightIn(weight, unit)}
        error={problem}
        inputContainer={(input) => (
          <div className={css.row}>
            {input}
            <Segments legend="Unit of weight" value={unit} options={units} onChange={onUnit} />
          </div>
        )}
        onChange={(event) => onWeight({ text: event.currentTarget.value, unit })}
      />
    </div>
  )
}
