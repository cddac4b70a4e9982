// What a page without React still needs.
document.documentElement.dataset.ready = "";
