import {
  Cat,
  Cigarette,
  CircleCheck,
  Handshake,
  House,
  MapPin,
  PawPrint,
  Phone,
  Ruler,
  Tag,
  Trees,
  Users,
  Video,
} from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const BadgeIcon = () => <LineIcon icon={CircleCheck} />
export const HomeIcon = () => <LineIcon icon={House} />
export const GardenIcon = () => <LineIcon icon={Trees} />
export const OwnPetsIcon = () => <LineIcon icon={Cat} />
export const ChildrenIcon = () => <LineIcon icon={Users} />
export const SmokeIcon = () => <LineIcon icon={Cigarette} />
export const PawIcon = () => <LineIcon icon={PawPrint} />
export const SizeIcon = () => <LineIcon icon={Ruler} />
export const MeetIcon = () => <LineIcon icon={Handshake} />
export const ServiceIcon = () => <LineIcon icon={Tag} />
export const PinIcon = () => <LineIcon icon={MapPin} />
export const VideoIcon = () => <LineIcon icon={Video} />
export const PhoneIcon = () => <LineIcon icon={Phone} />
