import { Drawing, type DrawingName } from '#/kernel/web/Drawing.tsx'
import { type Service, services } from '#/sitting/rules.ts'
import { serviceText } from '#/sitting/text.ts'
import css from './PickService.module.css'

type Props = {
  value: Service | null
  problem: string | undefined
  onChange(service: Service): void
}

export const drawingOf: Readonly<Record<Service, DrawingName>> = {
  'hostel-checkin': 'pet-sitting',
  'dog-walking': 'dog-walking',
  'day-care': 'day-care',
}

const lines: Readonly<Record<Service, string>> = {
  'hostel-checkin': 'Your pet stays the night at the sitter’s home.',
  'dog-walking': 'Someone your dog likes comes by and takes them out.',
  'day-care': 'Company and play while you’re away for the day.',
}

export function PickService({ value, problem, onChange }: Props) {
  return (
    <fieldset className={css.services} data-field="service">
      <legend>What do you need?</legend>
      <div className={css.cards}>
        {services.map((service) => (
          <label key={service} className={css.card}>
            <input
              type="radio"
              name="service"
              value={service}
              checked={value === service}
              onChange={() => onChange(service)}
            />
            <Drawing name={drawingOf[service]} className={css.drawing} />
            <span className={css.words}>
              <strong>{serviceText[service]}</strong>
              <span>{lines[service]}</span>
            </span>
          </label>
        ))}
      </div>
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
