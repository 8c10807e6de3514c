import { useEffect, useId, useState } from 'react'
import type { Facets } from '#/shop/products.ts'
import { highestPrice, type Shelf } from '#/shop/rules.ts'
import { breedSizeText, formText, lifeStageText, petText } from '#/shop/web/words.ts'
import type { ShopAddress } from './address.ts'
import css from './ProductFilters.module.css'

type Props = {
  shelf: Shelf
  address: ShopAddress
  facets: Facets | undefined
  onChange: (part: Partial<ShopAddress>) => unknown
}

/** The filters of a shelf, each choice with the number of products that it would find. */
export function ProductFilters({ shelf, address, facets, onChange }: Props) {
  const counted = <Value extends string>(
    list: readonly { value: Value; count: number }[] | undefined,
    text: Readonly<Record<Value, string>>,
  ) => list?.map(({ value, count }) => ({ value, count, name: text[value] })) ?? []
  return (
    <div className={css.filters}>
      <Choice
        label="Pet"
        value={address.species}
        options={counted(facets?.species, petText)}
        name={address.species && petText[address.species]}
        onChange={(species) => onChange({ species })}
      />
      {shelf === 'pharmacy' ? (
        <Choice
          label="Form"
          value={address.form}
          options={counted(facets?.form, formText)}
          name={address.form && formText[address.form]}
          onChange={(form) => onChange({ form })}
        />
      ) : (
        <>
          <Choice
            label="Life stage"
            value={address.lifeStage}
            options={counted(facets?.lifeStage, lifeStageText)}
            name={address.lifeStage && lifeStageText[address.lifeStage]}
            onChange={(lifeStage) => onChange({ lifeStage })}
          />
          <Choice
            label="Breed size"
            value={address.breedSize}
            options={counted(facets?.breedSize, breedSizeText)}
            name={address.breedSize && breedSizeText[address.breedSize]}
            onChange={(breedSize) => onChange({ breedSize })}
          />
        </>
      )}
      <Choice
        label="Brand"
        value={address.brand}
        options={facets?.brand ?? []}
        name={address.brand}
        onChange={(brand) => onChange({ brand })}
      />
      <fieldset className={css.price}>
        <legend>Price in rupees</legend>
        <Rupees label="From" value={address.min} onChange={(min) => onChange({ min })} />
        <Rupees label="To" value={address.max} onChange={(max) => onChange({ max })} />
      </fieldset>
      <label className={css.tick}>
        <input
          type="checkbox"
          checked={address.inStock}
          onChange={({ target }) => onChange({ inStock: target.checked })}
        />
        <span>
          In stock only
          {facets && <span className={css.count}> ({facets.inStock.toLocaleString('en-IN')})</span>}
        </span>
      </label>
    </div>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value | null
  options: readonly { value: Value; name: string; count: number }[]
  /** The chosen value's name, for when nothing has it any more. */
  name: string | null
  onChange: (value: Value | null) => void
}

function Choice<Value extends string>({ label, value, options, name, onChange }: ChoiceProps<Value>) {
  const id = useId()
  const isListed = value === null || options.some((option) => option.value === value)
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={css.input}
        value={value ?? ''}
        onChange={({ target }) => onChange((target.value || null) as Value | null)}
      >
        <option value="">All</option>
        {!isListed && <option value={value}>{name}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {`${option.name} (${option.count.toLocaleString('en-IN')})`}
          </option>
        ))}
      </select>
    </div>
  )
}

type RupeesProps = { label: string; value: number | null; onChange: (value: number | null) => void }

/** Searches once the field is left or Enter is pressed; half a number isn't a wish. */
function Rupees({ label, value, onChange }: RupeesProps) {
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  const [problem, setProblem] = useState(false)
  useEffect(() => {
    setTyped(value === null ? '' : String(value))
    setProblem(false)
  }, [value])
  function search() {
    const digits = typed.replace(/[₹,\s]/g, '')
    const isRight = /^\d{0,7}$/.test(digits) && Number(digits) * 100 <= highestPrice
    setProblem(!isRight)
    const wanted = digits === '' ? null : Number(digits)
    if (isRight && wanted !== value) onChange(wanted)
  }
  return (
    <label className={css.field}>
      {label}
      <input
        className={css.input}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={typed}
        aria-invalid={problem}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={search}
        onKeyDown={({ key }) => key === 'Enter' && search()}
      />
      {problem && (
        <span role="alert" className={css.problem}>
          Whole rupees, please
        </span>
      )}
    </label>
  )
}
