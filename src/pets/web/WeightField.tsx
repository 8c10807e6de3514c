import { TextInput } from '@mantine/core'
import field from '#/kernel/web/form/field.module.css'
import type { WeightUnit } from '#/pets/rules.ts'
import css from './WeightField.module.css'
import { type TypedWeight, weightIn } from './weight.ts'

type Props = {
  weight: TypedWeight
  unit: WeightUnit
  problem: string | undefined
  onWeight(weight: TypedWeight): void
  onUnit(unit: WeightUnit): void
}

const units = { kg: 'Kilograms', lb: 'Pounds' } as const

export function WeightField({ weight, unit, problem, onWeight, onUnit }: Props) {
  const switchOfUnits = (
    <fieldset className={css.units}>
      <legend className={field.hidden}>Unit of weight</legend>
      {(['kg', 'lb'] as const).map((one) => (
        <label key={one} className={css.unit}>
          <input
            type="radio"
            name="unit"
            checked={unit === one}
            aria-label={units[one]}
            className={field.hidden}
            onChange={() => onUnit(one)}
          />
          {one}
        </label>
      ))}
    </fieldset>
  )
  return (
    <div data-field="weight">
      <TextInput
        label="Weight"
        description="Optional, and only you see it. A guess is fine."
        inputMode="decimal"
        autoComplete="off"
        value={weightIn(weight, unit)}
        error={problem}
        inputContainer={(input) => (
          <div className={css.row}>
            {input}
            {switchOfUnits}
          </div>
        )}
        onChange={(event) => onWeight({ text: event.currentTarget.value, unit })}
      />
    </div>
  )
}
