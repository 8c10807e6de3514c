import { type Species, species } from '#/pets/rules.ts'
import {
  type BreedSize,
  breedSizes,
  type Category,
  type Form,
  forms,
  highestPrice,
  type LifeStage,
  lifeStages,
  type ProductSort,
  productSorts,
  type Shelf,
  shelves,
} from '#/shop/rules.ts'

export type ShopAddress = {
  q: string
  category: Category | null
  species: Species | null
  lifeStage: LifeStage | null
  breedSize: BreedSize | null
  brand: string | null
  form: Form | null
  /** In rupees. */
  min: number | null
  max: number | null
  inStock: boolean
  /** Null for the usual one: the best match with words, and the newest without. */
  sort: ProductSort | null
  product: string | null
}

export const noFilters: ShopAddress = {
  q: '',
  category: null,
  species: null,
  lifeStage: null,
  breedSize: null,
  brand: null,
  form: null,
  min: null,
  max: null,
  inStock: false,
  sort: null,
  product: null,
}

const one = <Value extends string>(known: readonly Value[], text: string | null) =>
  known.find((value) => value === text) ?? null

const rupees = (text: string | null) =>
  text !== null && /^\d{1,7}$/.test(text) && Number(text) * 100 <= highestPrice ? Number(text) : null

/** Reads an address; values that nobody can choose are ignored. */
export function readAddress(params: URLSearchParams, shelf: Shelf): ShopAddress {
  const brand = params.get('brand')
  return {
    q: (params.get('q') ?? '').slice(0, 200),
    category: one<Category>(shelves[shelf], params.get('category')),
    species: one(species, params.get('species')),
    lifeStage: one(lifeStages, params.get('stage')),
    breedSize: one(breedSizes, params.get('size')),
    brand: brand && /^[a-z0-9-]{1,80}$/.test(brand) ? brand : null,
    form: shelf === 'pharmacy' ? one(forms, params.get('form')) : null,
    min: rupees(params.get('min')),
    max: rupees(params.get('max')),
    inStock: params.get('stock') === '1',
    sort: one(
      productSorts.filter((sort) => sort !== 'best'),
      params.get('sort'),
    ),
    product: params.get('product'),
  }
}

/** Leaves out default values. */
export function searchOf(address: ShopAddress): Record<string, string> {
  const { q, category, species, lifeStage, breedSize, brand, form, min, max, inStock, sort, product } =
    address
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(species && { species }),
    ...(lifeStage && { stage: lifeStage }),
    ...(breedSize && { size: breedSize }),
    ...(brand && { brand }),
    ...(form && { form }),
    ...(min !== null && { min: String(min) }),
    ...(max !== null && { max: String(max) }),
    ...(inStock && { stock: '1' }),
    ...(sort && { sort }),
    ...(product && { product }),
  }
}

/** Returns the question for the API, without the order. */
export function filtersOf(shelf: Shelf, address: ShopAddress): URLSearchParams {
  const { q, category, species, lifeStage, breedSize, brand, form, min, max, inStock } = address
  return new URLSearchParams({
    shelf,
    ...(q && { q }),
    ...(category && { category }),
    ...(species && { species }),
    ...(lifeStage && { lifeStage }),
    ...(breedSize && { breedSize }),
    ...(brand && { brand }),
    ...(form && { form }),
    ...(min !== null && { minPrice: String(min * 100) }),
    ...(max !== null && { maxPrice: String(max * 100) }),
    ...(inStock && { inStock: 'true' }),
  })
}

/** Counts the filters of the panel, without the words and the category. */
export const countFilters = ({
  species,
  lifeStage,
  breedSize,
  brand,
  form,
  min,
  max,
  inStock,
}: ShopAddress) =>
  [species, lifeStage, breedSize, brand, form, min, max].filter((value) => value !== null).length +
  Number(inStock)
