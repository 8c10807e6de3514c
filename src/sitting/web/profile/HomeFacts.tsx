import type { ReactNode } from 'react'
import { petSizes } from '#/sitting/rules.ts'
import type { SitterPage } from '#/sitting/shapes.ts'
import { homeText, sizeText } from '#/sitting/text.ts'
import { count } from '#/sitting/web/find/search-words.ts'
import {
  ChildrenIcon,
  GardenIcon,
  HomeIcon,
  OwnPetsIcon,
  PawIcon,
  SizeIcon,
  SmokeIcon,
} from '#/sitting/web/icons.tsx'
import css from './HomeFacts.module.css'

export function HomeFacts({ sitter }: { sitter: SitterPage }) {
  const { homeKind, hasGarden, hasOwnPets, hasChildren, isSmokeFree, maxPets, sizesAccepted } = sitter
  return (
    <ul className={css.facts}>
      {homeKind && (
        <Fact icon={<HomeIcon />}>{homeKind === 'other' ? 'Another kind of home' : homeText[homeKind]}</Fact>
      )}
      <Fact icon={<GardenIcon />}>{hasGarden ? 'Garden' : 'No garden'}</Fact>
      <Fact icon={<OwnPetsIcon />}>{hasOwnPets ? 'Has own pets' : 'No pets of their own'}</Fact>
      <Fact icon={<ChildrenIcon />}>{hasChildren ? 'Children at home' : 'No children'}</Fact>
      {isSmokeFree && <Fact icon={<SmokeIcon />}>Smoke-free</Fact>}
      <Fact icon={<PawIcon />}>At most {count(maxPets, 'pet')} at once</Fact>
      <Fact icon={<SizeIcon />}>
        {sizesAccepted.length === petSizes.length
          ? 'Pets of any size'
          : petSizes
              .filter((size) => sizesAccepted.includes(size))
              .map((size) => sizeText[size])
              .join('; ')}
      </Fact>
    </ul>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  )
}
