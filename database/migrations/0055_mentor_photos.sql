-- Photographs of mentors. In the database and not in a bucket: they are few and small, students see them with the
-- profile, and a backup contains both together.
create table public.mentor_photos (
  mentor_id uuid primary key references public.mentors (id),
  -- A JPEG file in base64, at most 40 kB, which the mentor's browser has made smaller. Every JPEG begins with FF D8 FF.
  jpeg text not null,
  constraint mentor_photos_are_small_jpegs check (length(jpeg) <= 54616 and jpeg ~ '^/9j/[A-Za-z0-9+/]+={0,2}$'),
  -- Exif may contain the place where a picture was taken. A picture that a browser has drawn again has none.
  constraint mentor_photos_have_no_place check (position('\x457869660000'::bytea in decode(jpeg, 'base64')) = 0)
);
alter table public.mentor_photos enable row level security;
