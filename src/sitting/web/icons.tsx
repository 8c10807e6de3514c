import { Cat, Cigarette, CircleCheck, House, PawPrint, Ruler, Trees, Users } from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const BadgeIcon = () => <LineIcon icon={CircleCheck} />
export const HomeIcon = () => <LineIcon icon={House} />
export const GardenIcon = () => <LineIcon icon={Trees} />
export const OwnPetsIcon = () => <LineIcon icon={Cat} />
export const ChildrenIcon = () => <LineIcon icon={Users} />
export const SmokeIcon = () => <LineIcon icon={Cigarette} />
export const PawIcon = () => <LineIcon icon={PawPrint} />
export const SizeIcon = () => <LineIcon icon={Ruler} />
