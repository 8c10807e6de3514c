import { StarIcon } from './StarIcon.tsx'
import css from './Stars.module.css'

type Props = { value: number; onChange(stars: number): void; problem: string | undefined }

const names = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

export function PickStars({ value, onChange, problem }: Props) {
  return (
    <fieldset className={css.pick} aria-describedby={problem ? 'stars-problem' : undefined}>
      <legend>How was it?</legend>
      <div className={css.choices}>
        {names.map((name, index) => {
          const stars = index + 1
          return (
            <label key={name} title={name}>
              <input
                type="radio"
                name="stars"
                value={stars}
                checked={value === stars}
                aria-label={`${stars} ${stars === 1 ? 'star' : 'stars'}: ${name}`}
                onChange={() => onChange(stars)}
              />
              <span className={stars <= value ? css.on : css.off}>
                <StarIcon />
              </span>
            </label>
          )
        })}
      </div>
      {problem && (
        <p id="stars-problem" role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
