import { Link } from 'react-router'
import { PetPicture, type useMyPets } from '#/pets/web/index.ts'
import { mostPetsAsked, type Service } from '#/sitting/rules.ts'
import { sittingText } from '#/sitting/text.ts'
import css from './PickPets.module.css'

type Props = {
  mine: ReturnType<typeof useMyPets>
  service: Service
  value: readonly string[]
  problem: string | undefined
  /** The page for adding a pet, which leads back here. */
  addPath: string
  onChange(petIds: string[]): void
}

export const mayCome = (service: Service | null, { species }: { species: string }) =>
  service !== 'dog-walking' || species === 'dog'

/** Picks the owner's pets that need a sitter. */
export function PickPets({ mine, service, value, problem, addPath, onChange }: Props) {
  const { pets, isPending, isError, retry } = mine
  const failed = isError && pets.length === 0
  const isFull = value.length >= mostPetsAsked
  const someStay = pets.some((pet) => !mayCome(service, pet))
  const none = !isPending && !failed && pets.length === 0
  return (
    <fieldset className={css.pets} data-field="pets" aria-describedby={problem ? 'pets-problem' : undefined}>
      <legend>Pets</legend>
      {isPending && <p role="status">Loading pets...</p>}
      {failed && (
        <p role="alert">
          Failed to load pets.{' '}
          <button type="button" className={css.link} onClick={retry}>
            Retry
          </button>
        </p>
      )}
      {none ? (
        <div className={css.none}>
          <p>Add your pet first, so that the sitter knows who is coming.</p>
          <Link className={css.link} to={addPath}>
            Add a pet
          </Link>
        </div>
      ) : (
        <>
          <div className={css.options}>
            {pets.map((pet) => {
              const { id, name, breed } = pet
              const isChosen = value.includes(id)
              return (
                <label key={id} className={css.pet}>
                  <input
                    type="checkbox"
                    checked={isChosen}
                    disabled={!mayCome(service, pet) || (isFull && !isChosen)}
                    onChange={() =>
                      onChange(isChosen ? value.filter((other) => other !== id) : [...value, id])
                    }
                  />
                  <PetPicture pet={pet} size={40} decorative />
                  <span>
                    <strong>{name}</strong>
                    {breed && ` · ${breed}`}
                  </span>
                </label>
              )
            })}
          </div>
          {!isPending && (
            <p className={css.more}>
              <Link className={css.link} to={addPath}>
                Add a pet
              </Link>
              {someStay && <span>{sittingText['sitting.dogs_only']}</span>}
              {isFull && <span>You can ask for up to {mostPetsAsked} pets at a time.</span>}
            </p>
          )}
        </>
      )}
      {problem && (
        <p id="pets-problem" role="alert" className={css.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
