-- Stylists too may advise by video.
alter table pet_stylists add column offers_online boolean not null default false;
