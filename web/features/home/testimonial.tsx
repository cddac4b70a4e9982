/** A sample. Before the launch, replace it with a real student's quote, name and district, with their consent. */
const STUDENT = {
  name: "Sahana",
  from: "Ballari district",
  quote:
    "At home nobody had done this before. My mentor went through my option list with me twice, and I knew each morning what to do next.",
};

export function Testimonial() {
  return (
    <section className="border-y bg-wash">
      <figure className="mx-auto max-w-3xl px-4 py-14 sm:px-6 md:py-20 md:text-center">
        <h2 className="sr-only">What a student says</h2>
        <blockquote className="font-heading text-2xl leading-snug font-medium text-balance sm:text-3xl">
          “{STUDENT.quote}”
        </blockquote>
        <figcaption className="mt-5 text-muted">
          {STUDENT.name}, {STUDENT.from}
        </figcaption>
      </figure>
    </section>
  );
}
