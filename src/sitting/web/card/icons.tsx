import { Bean, Bone, Camera, CloudOff, Droplet, GlassWater, Pill } from 'lucide'
import type { ComponentType } from 'react'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import type { TapKind } from '#/sitting/card.ts'

export const tapIcons: Readonly<Record<TapKind, ComponentType>> = {
  pee: () => <LineIcon icon={Droplet} size={24} />,
  poo: () => <LineIcon icon={Bean} size={24} />,
  food: () => <LineIcon icon={Bone} size={24} />,
  water: () => <LineIcon icon={GlassWater} size={24} />,
  medicine: () => <LineIcon icon={Pill} size={24} />,
}
export const CameraIcon = () => <LineIcon icon={Camera} size={24} />
export const OfflineIcon = () => <LineIcon icon={CloudOff} />
