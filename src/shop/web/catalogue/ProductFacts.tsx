import type { Product } from '#/shop/products.ts'
import {
  breedSizeText,
  categoryText,
  formText,
  lifeStageText,
  petText,
  scheduleText,
} from '#/shop/web/words.ts'
import css from './ProductFacts.module.css'

export function ProductFacts({ product }: { product: Product }) {
  const { description, ingredients, category, species, lifeStages, breedSizes, form, strength, schedule } =
    product
  const facts: [string, string | null][] = [
    ['Category', categoryText[category]],
    ['For', species.map((one) => petText[one]).join(', ')],
    ['Life stage', lifeStages.map((one) => lifeStageText[one]).join(', ')],
    ['Breed size', breedSizes.map((one) => breedSizeText[one]).join(', ')],
    ['Form', form && formText[form]],
    ['Strength', strength],
    ['Label', schedule && scheduleText[schedule]],
  ]
  return (
    <>
      {description && <p className={css.description}>{description}</p>}
      <dl className={css.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {ingredients && (
        <>
          <h2 className={css.title}>Ingredients</h2>
          <p className={css.description}>{ingredients}</p>
        </>
      )}
    </>
  )
}
